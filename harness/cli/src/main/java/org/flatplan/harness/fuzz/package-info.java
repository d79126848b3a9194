/** Random programs that are run with the rule and without it, or on the release, and compared in all that they show. */
package org.flatplan.harness.fuzz;
