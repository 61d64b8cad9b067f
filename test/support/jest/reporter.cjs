const { writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');

const PROGRESS_EVERY_MS = 60_000;
const REPOSITORY = join(__dirname, '..', '..', '..');
const shorten = (path) => relative(REPOSITORY, path);

/**
 * For `npm test`, which runs several projects at once: prints a file that fails as soon as it does, with the command
 * that repeats it, and once a minute how far the project is. Writes the counts to the file `TEST_RESULTS`.
 */
module.exports = class FailureReporter {
  files = [];

  onRunStart({ numTotalTestSuites }) {
    const tell = () =>
      console.log(`  ${this.project}: ${this.files.length} of ${numTotalTestSuites} files`);
    this.progress = setInterval(tell, PROGRESS_EVERY_MS);
  }

  onTestStart({ context }) {
    this.project = context.config.displayName?.name ?? 'web';
  }

  onTestResult({ path }, { failureMessage, numFailingTests, testExecError, perfStats }) {
    this.files.push({ path: shorten(path), ms: perfStats.runtime });
    if (!numFailingTests && !testExecError) return;
    const command =
      this.project === 'web'
        ? `npm run test:web -- ${relative(join(REPOSITORY, 'web'), path)}`
        : `npx jest ${shorten(path)} --selectProjects ${this.project}`;
    console.log(`\nFAILED ${command}\n${failureMessage}`);
  }

  onRunComplete(_contexts, results) {
    clearInterval(this.progress);
    const counts = {
      passed: results.numPassedTests,
      // A spec file that fails to load has no tests to count and must fail the suite.
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      files: this.files,
    };
    if (process.env.TEST_RESULTS) writeFileSync(process.env.TEST_RESULTS, JSON.stringify(counts));
  }
};
