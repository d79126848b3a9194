/** Measures programs that change columns one call at a time: on the release, on the rebuild, and as one select. */
package org.flatplan.harness.bench;
