import { existsSync, rmSync } from 'node:fs';
import { inRepo, root } from './paths.mjs';
import { fingerprint, readStamp, writeStamp } from './stamp.mjs';
import { runStep } from './steps.mjs';

const stampFile = inRepo('node_modules', '.install-stamp');

const wanted = () =>
  fingerprint(
    [inRepo('package.json'), inRepo('package-lock.json'), inRepo('web', 'package.json')],
    undefined,
    // Native packages are bound to the machine and to Node's major version.
    `${process.platform} ${process.arch} ${process.versions.node.split('.')[0]}`,
  );

/** Installs packages when the lockfile changed since the last time it was done here. */
export async function installPackages() {
  if (existsSync(inRepo('node_modules')) && readStamp(stampFile) === wanted()) return;
  rmSync(stampFile, { force: true });
  const [command, prefix] = npm();
  await runStep(
    {
      doing: 'Installing packages',
      done: 'Installed packages',
      failed: 'npm could not install the packages. Its own words are above.',
      explain: explainNpm,
    },
    command,
    [
      ...prefix,
      'install',
      ...['--no-audit', '--no-fund', '--loglevel=error'],
      // Building needs these even where NODE_ENV or npm's settings leave them out.
      ...['--include=dev', '--include=optional'],
    ],
  );
  writeStamp(stampFile, wanted());
}

/** The npm that runs this script, else the one on the path. */
export function npm() {
  const script = process.env.npm_execpath;
  if (script && /npm-cli\.[cm]?js$/.test(script)) return [process.execPath, [script]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
}

function explainNpm(output) {
  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH/.test(output))
    return (
      'npm cannot reach its package registry. Connect this machine to the internet (behind a company ' +
      'proxy: npm config set proxy …), then run the same command again.'
    );
  if (/EACCES|EPERM/.test(output))
    return `npm may not write in ${root}: some files there belong to another user. Take them over (chown) and run the same command again.`;
  return undefined;
}
