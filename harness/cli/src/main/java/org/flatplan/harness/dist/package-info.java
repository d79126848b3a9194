/** Assembles a distribution of Spark that runs, from what Maven serves and what the build made. */
package org.flatplan.harness.dist;
