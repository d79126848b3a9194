/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.launch;

import org.apache.spark.SparkConf;
import org.apache.spark.sql.classic.SparkSession;

/** The session of a shell, from the settings that spark-submit hands over. */
final class Sessions {
  private static final String CATALOG = "spark.sql.catalogImplementation";

  private Sessions() {
  }

  /** With Hive's catalog, where its classes are there and the settings do not say otherwise; as Spark's own shells do it. */
  static SparkSession open(SparkConf conf) {
    if (present("org.apache.spark.sql.hive.HiveSessionStateBuilder") && present("org.apache.hadoop.hive.conf.HiveConf")) {
      conf.setIfMissing(CATALOG, "hive");
    }
    // Who has settings of the log has said how much to hear.
    if (Sessions.class.getClassLoader().getResource("log4j2.properties") == null) {
      conf.setIfMissing("spark.log.level", "WARN");
    }
    return (SparkSession) SparkSession.builder().config(conf).getOrCreate();
  }

  private static boolean present(String name) {
    try {
      Class.forName(name, false, Sessions.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
