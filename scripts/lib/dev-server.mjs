import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { installPackages } from './install.mjs';
import { inRepo, root } from './paths.mjs';
import { endWith, whenOrphaned } from './steps.mjs';

const COMPILED = /Found (\d+) errors?\. Watching for file changes/;

/**
 * Compiles the server in watch mode, runs the platform on it and serves the web app with hot reload.
 * Every successful compilation reloads the platform. Ends with Ctrl-C or when one of the three ends.
 * @param {string[]} args passed on to the platform, such as --logs
 * @returns {Promise<number>} the exit status
 */
export async function startDevServer(args) {
  if (existsSync(inRepo('.env'))) process.loadEnvFile(inRepo('.env'));
  await installPackages();
  const webPort = process.env.WEB_PORT ?? '5173';
  const apiPort = process.env.PORT ?? '3000';
  // The site's own origin, which links in mails and the payment return address must have.
  process.env.APP_URL ??= `http://localhost:${webPort}`;
  process.env.API_ORIGIN ??= `http://localhost:${apiPort}`;

  return new Promise((resolve) => {
    const children = [];
    let status;
    const stop = (code) => {
      status ??= code;
      for (const child of children) child.kill('SIGTERM');
    };
    const run = (script, scriptArgs, options) => {
      const child = spawn(process.execPath, [script, ...scriptArgs], { cwd: root, ...options });
      children.push(child);
      child.once('exit', (code) => {
        children.splice(children.indexOf(child), 1);
        stop(code ?? 1);
        if (children.length === 0) {
          release();
          clearInterval(orphanCheck);
          resolve(status);
        }
      });
      return child;
    };
    const release = endWith(() => stop(0));
    const orphanCheck = whenOrphaned(() => stop(0));

    let platform;
    const compiler = run(
      inRepo('node_modules', '@nestjs', 'cli', 'bin', 'nest.js'),
      ['build', '--watch', '--preserveWatchOutput'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    createInterface({ input: compiler.stdout }).on('line', (line) => {
      if (line.trim()) console.log(line);
      const errors = COMPILED.exec(line)?.[1];
      if (errors !== '0' || status !== undefined) return;
      if (platform) platform.send('reload');
      else
        platform = run(inRepo('dist', 'embedded.js'), args, {
          stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        });
    });
    run(inRepo('node_modules', 'vite', 'bin', 'vite.js'), ['--port', webPort, '--strictPort'], {
      cwd: inRepo('web'),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  });
}
