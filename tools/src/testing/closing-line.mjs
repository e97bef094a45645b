/**
 * Ends every run with the servers it used and the plain line `N passed, N failed`, suites that could not run counted as
 * failed.
 */
export default class ClosingLine {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const { TEST_SERVERS: servers } = process.env;
    if (servers) process.stdout.write(`\nRan on ${servers}\n`);
    process.stdout.write(`\n${results.numPassedTests} passed, ${failed} failed\n`);
  }
}
