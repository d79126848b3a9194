/** The programs behind the shells of a distribution, for where Spark's own are not served. */
package org.flatplan.launch;
