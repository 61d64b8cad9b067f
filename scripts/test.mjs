// Syntax that even an old Node can read, so that it prints a clear message instead of a parse error.
import { runScript } from './lib/run-script.mjs';

runScript(
  function () {
    return import('./lib/run-tests.mjs').then(function (tests) {
      return tests.runTests();
    });
  },
  function (status, error) {
    if (error) console.log('0 passed, 1 failed');
    process.exitCode = status;
  },
);
