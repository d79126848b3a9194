// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;

/** Captures the debug lines in which the rule, or the incremental analysis, says why it did nothing. */
final class RefusalLog implements AutoCloseable {
  static final String LOGGER = "org.apache.spark.sql.catalyst.analysis.EarlyCollapseProject";
  private static final Pattern LINE = Pattern.compile("(?:did not merge|stepped aside): (\\w+)");

  private final String name;
  private final Captured captured = new Captured();
  private final LoggerContext context;
  private final Logger logger;

  private static final class Captured extends AbstractAppender {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    Captured() {
      super("refusals", null, null, true, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      lines.add(event.getMessage().getFormattedMessage());
    }
  }

  private RefusalLog(String name) {
    this.name = name;
    Configurator.setLevel(name, Level.DEBUG);
    context = (LoggerContext) LogManager.getContext(false);
    logger = context.getLogger(name);
    captured.start();
    logger.addAppender(captured);
    logger.setAdditive(false);
  }

  static RefusalLog open() {
    return new RefusalLog(LOGGER);
  }

  static RefusalLog ofIncrementalAnalysis() {
    return new RefusalLog("org.apache.spark.sql.catalyst.analysis.IncrementalAnalysis");
  }

  /** The reasons named since the log was opened. */
  Set<String> reasons() {
    Set<String> reasons = new TreeSet<>();
    for (String line : captured.lines) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.find()) {
        reasons.add(matcher.group(1));
      }
    }
    return reasons;
  }

  List<String> lines() {
    return List.copyOf(captured.lines);
  }

  @Override
  public void close() {
    logger.removeAppender(captured);
    captured.stop();
    Configurator.setLevel(name, Level.ERROR);
  }
}
