// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import scala.Option;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;

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
    return replace(plan, UnmergedPlan.expand(plan));
  }

  private LogicalPlan replace(LogicalPlan plan, LogicalPlan unmerged) {
    Option<LogicalPlan> cached =
        plan instanceof Command ? Option.empty() : read(unmerged);
    if (cached.isDefined()) {
      return cached.get();
    }
    Optional<UnmergedPlan> chain = UnmergedPlan.of(plan);
    return chain.isPresent()
        ? replaceInMerged(plan, chain.get(), unmerged)
        : readWide(plan).orElseGet(() -> replaceInChildren(plan, unmerged));
  }

  private Option<LogicalPlan> read(LogicalPlan unmerged) {
    return cache
        .find(CacheKey.ofUnmerged(unmerged))
        .map(entry -> cache.read(entry, unmerged.output(), unmerged));
  }

  private LogicalPlan replaceInMerged(LogicalPlan plan, UnmergedPlan chain, LogicalPlan unmerged) {
    LogicalPlan fragment = unmerged.children().head();
    for (int depth = 1; depth < chain.height(); depth++) {
      Option<LogicalPlan> cached = policy == CachePolicy.OFF ? Option.empty() : read(fragment);
      if (cached.isDefined()) {
        return chain.mergedAbove(depth, cached.get());
      }
      fragment = fragment.children().head();
    }
    LogicalPlan unmergedBase = fragment;
    return readWide(plan)
        .orElseGet(
            () -> {
              LogicalPlan base = replace(chain.base(), unmergedBase);
              return base == chain.base() ? plan : chain.onto(plan, base);
            });
  }

  private LogicalPlan replaceInChildren(LogicalPlan plan, LogicalPlan unmerged) {
    List<LogicalPlan> children = new ArrayList<>();
    boolean changed = false;
    Iterator<LogicalPlan> below = plan.children().iterator();
    Iterator<LogicalPlan> unmergedBelow = unmerged.children().iterator();
    while (below.hasNext()) {
      LogicalPlan child = below.next();
      LogicalPlan replaced = replace(child, unmergedBelow.next());
      changed |= replaced != child;
      children.add(replaced);
    }
    return changed ? (LogicalPlan) plan.withNewChildren(ScalaBridge.seq(children)) : plan;
  }

  private Optional<LogicalPlan> readWide(LogicalPlan plan) {
    if (policy != CachePolicy.WIDE || !(plan instanceof Project)) {
      return Optional.empty();
    }
    WideMatcher matcher =
        new WideMatcher(
            plan, (base, cached) -> CacheKey.of(base).sameResult(CacheKey.of(cached)));
    List<CachedData> entries = new ArrayList<>(CollectionConverters.asJava(cache.entries()));
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
    while (match.isPresent() && !cache.mayUse(entries.get(match.get().index()))) {
      entries.remove(match.get().index());
      candidates.remove(match.get().index());
      match = matcher.best(candidates);
    }
    return match.map(
        found -> {
          CachedData entry = entries.get(found.index());
          return found.over(cache.read(entry, found.relationOutput(), plan));
        });
  }
}
