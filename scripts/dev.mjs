// Syntax that even an old Node can read, so that it prints a clear message instead of a parse error.
import { runScript } from './lib/run-script.mjs';

runScript(
  function () {
    return import('./lib/dev-server.mjs').then(function (dev) {
      return dev.startDevServer(process.argv.slice(2));
    });
  },
  function (status) {
    process.exit(status);
  },
);
