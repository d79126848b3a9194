/** The programs that tests run on distributions. */
package org.flatplan.distribution;
