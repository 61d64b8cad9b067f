// Syntax that even an old Node can read, so that it prints a clear message instead of a parse error.
import { runScript } from './lib/run-script.mjs';

runScript(
  function () {
    return import('./lib/start-platform.mjs').then(function (start) {
      return start.startPlatform(process.argv.slice(2));
    });
  },
  function (status) {
    process.exit(status);
  },
);
