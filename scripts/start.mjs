// Syntax that even an old Node can read, so that it prints a clear message instead of a parse error.
import { unsupportedVersionMessage } from './lib/node-version.mjs';

const complaint = unsupportedVersionMessage(process.versions.node);
if (complaint) {
  console.error(complaint);
  process.exit(1);
}
import('./lib/start-platform.mjs')
  .then(function (start) {
    return start.startPlatform(process.argv.slice(2));
  })
  .then(
    function (status) {
      process.exit(status);
    },
    function (error) {
      console.error(error.name === 'StepError' ? '\n' + error.message : error);
      process.exit(1);
    },
  );
