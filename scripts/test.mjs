// Syntax that even an old Node can read, so that it prints a clear message instead of a parse error.
import { unsupportedVersionMessage } from './lib/node-version.mjs';

const complaint = unsupportedVersionMessage(process.versions.node);
if (complaint) {
  console.error(complaint);
  process.exit(1);
}
import('./lib/run-tests.mjs')
  .then(function (tests) {
    return tests.runTests();
  })
  .then(
    function (status) {
      process.exitCode = status;
    },
    function (error) {
      console.error(error.name === 'StepError' ? '\n' + error.message : error);
      console.log('0 passed, 1 failed');
      process.exitCode = 1;
    },
  );
