/** Goals that fetch, check and patch Spark's published sources and publish what is rebuilt from them. */
package org.flatplan.maven;
