// Syntax that even an old Node can read, so that it prints a clear message instead of a parse error.
import { unsupportedVersionMessage } from './node-version.mjs';

/**
 * Checks the Node version, then runs the program and prints its error.
 * @param run imports the program dynamically and returns a promise of its exit code.
 * @param end receives the exit code, and the error if there was one.
 */
export function runScript(run, end) {
  const complaint = unsupportedVersionMessage(process.versions.node);
  if (complaint) {
    console.error(complaint);
    process.exit(1);
  }
  run().then(end, function (error) {
    console.error(error.name === 'StepError' ? '\n' + error.message : error);
    end(1, error);
  });
}
