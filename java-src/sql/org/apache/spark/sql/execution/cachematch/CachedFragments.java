// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import scala.Option;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.apache.spark.sql.catalyst.analysis.CachePolicy;
import org.apache.spark.sql.catalyst.analysis.ScalaBridge;
import org.apache.spark.sql.catalyst.analysis.UnmergedPlan;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.execution.CachedData;

/**
 * Puts what is cached into a query with merged Projects, at the places where stock Spark finds it:
 * from the root down, the nearest first. What a merged Project stands for is searched link by link;
 * where one of the links is cached, those above it are merged over the cached relation.
 *
 * <p>With {@link CachePolicy#WIDE}, a Project for which nothing is found that way is answered from
 * what {@link WideMatcher} finds.
 *
 * <p>Not thread-safe; made for one query.
 */
public final class CachedFragments {

  private static final Logger LOG = LoggerFactory.getLogger(CachedFragments.class);

  private final CachedPlans cache;
  private final CachePolicy policy;

  /**
   * @param cache what is cached
   * @param policy what to look for where Projects were merged
   */
  public CachedFragments(CachedPlans cache, CachePolicy policy) {
    this.cache = cache;
    this.policy = policy;
  }

  /**
   * Replaces what is cached, but for plans in subqueries.
   *
   * @param plan a normalized plan
   * @return the plan with its cached parts replaced, {@code plan} itself if there are none
   */
  public LogicalPlan replace(LogicalPlan plan) {
    return replace(Fragment.of(plan));
  }

  /**
   * A part of the query.
   *
   * @param plan as it is
   * @param unmerged as stock Spark has it
   * @param chain what {@code plan} stands for, if it is a merged Project
   * @param parts the base of the chain, or the children of any other node
   */
  private record Fragment(
      LogicalPlan plan, LogicalPlan unmerged, Optional<UnmergedPlan> chain, List<Fragment> parts) {

    static Fragment of(LogicalPlan plan) {
      Optional<UnmergedPlan> chain = UnmergedPlan.of(plan);
      if (chain.isPresent()) {
        Fragment base = of(chain.get().base());
        return new Fragment(plan, chain.get().over(base.unmerged), chain, List.of(base));
      }
      List<Fragment> parts = new ArrayList<>();
      plan.children().foreach(child -> parts.add(of(child)));
      LogicalPlan unmerged =
          UnmergedPlan.over(plan, ScalaBridge.seq(parts.stream().map(Fragment::unmerged).toList()));
      return new Fragment(plan, unmerged, chain, parts);
    }
  }

  private LogicalPlan replace(Fragment fragment) {
    Option<LogicalPlan> cached =
        fragment.plan instanceof Command ? Option.empty() : read(fragment.unmerged);
    if (cached.isDefined()) {
      return cached.get();
    }
    return fragment
        .chain
        .flatMap(chain -> readInside(chain, fragment.unmerged))
        .or(() -> readWide(fragment.plan))
        .orElseGet(() -> replaceParts(fragment));
  }

  private Option<LogicalPlan> read(LogicalPlan unmerged) {
    return cache
        .find()
        .apply(CacheKey.ofUnmerged(unmerged))
        .map(entry -> cache.reader().read(entry, unmerged.output(), unmerged));
  }

  private Optional<LogicalPlan> readInside(UnmergedPlan chain, LogicalPlan unmerged) {
    if (policy == CachePolicy.OFF) {
      return Optional.empty();
    }
    LogicalPlan link = unmerged;
    for (int depth = 1; depth < chain.height(); depth++) {
      link = link.children().head();
      Option<LogicalPlan> cached = read(link);
      if (cached.isDefined()) {
        return Optional.of(chain.mergedAbove(depth, cached.get()));
      }
    }
    return Optional.empty();
  }

  private LogicalPlan replaceParts(Fragment fragment) {
    List<LogicalPlan> replaced = fragment.parts.stream().map(this::replace).toList();
    for (int i = 0; i < replaced.size(); i++) {
      if (replaced.get(i) != fragment.parts.get(i).plan) {
        return fragment.chain.isPresent()
            ? fragment.chain.get().onto(fragment.plan, replaced.get(0))
            : (LogicalPlan) fragment.plan.withNewChildren(ScalaBridge.seq(replaced));
      }
    }
    return fragment.plan;
  }

  private Optional<LogicalPlan> readWide(LogicalPlan plan) {
    if (policy != CachePolicy.WIDE || !(plan instanceof Project)) {
      return Optional.empty();
    }
    WideMatcher matcher =
        new WideMatcher(
            plan, (base, cached) -> CacheKey.of(base).sameResult(CacheKey.of(cached)));
    List<CachedData> entries = new ArrayList<>(ScalaBridge.list(cache.entries().get()));
    List<WideCandidate> candidates = new ArrayList<>();
    for (CachedData entry : entries) {
      boolean loaded =
          entry.cachedRepresentation().cacheBuilder().isCachedColumnBuffersLoaded();
      candidates.add(new WideCandidate(entry.plan(), loaded));
    }
    if (LOG.isDebugEnabled()) {
      LOG.debug("Cached plans for {}: {}", plan.nodeName(), matcher.answers(candidates));
    }
    Optional<WideMatch> match = matcher.best(candidates);
    while (match.isPresent() && !cache.mayUse().test(entries.get(match.get().index()))) {
      entries.remove(match.get().index());
      candidates.remove(match.get().index());
      match = matcher.best(candidates);
    }
    return match.map(
        found -> {
          CachedData entry = entries.get(found.index());
          return found.over(cache.reader().read(entry, found.relationOutput(), plan));
        });
  }
}
