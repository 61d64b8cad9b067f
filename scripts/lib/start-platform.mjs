import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { build } from './build.mjs';
import { installPackages } from './install.mjs';
import { inRepo, root } from './paths.mjs';
import { endWith, whenOrphaned } from './steps.mjs';

/** Installs, builds and runs the platform. Returns the exit status. */
export async function startPlatform(args) {
  // What is set in the shell wins over the file.
  if (existsSync(inRepo('.env'))) process.loadEnvFile(inRepo('.env'));
  await installPackages();
  await build();
  return run(args);
}

function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [inRepo('dist', 'embedded.js'), ...args], {
      cwd: root,
      // The IPC channel closes with this process, so that the platform never outlives its terminal.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    const release = endWith((signal) => child.kill(signal));
    const watch = whenOrphaned(() => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (status) => {
      release();
      clearInterval(watch);
      resolve(status ?? 1);
    });
  });
}
