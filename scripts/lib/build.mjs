import { existsSync } from 'node:fs';
import { npm } from './install.mjs';
import { inRepo } from './paths.mjs';
import { fingerprint, readStamp, writeStamp } from './stamp.mjs';
import { runStep } from './steps.mjs';

const notATest = (name) => !/\.(spec|test)\.tsx?$/.test(name);

/** Each part: its sources, its output and its build command. */
const parts = [
  {
    name: 'server',
    script: 'build:server',
    sources: ['src', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json', 'package-lock.json'],
    proof: inRepo('dist', 'embedded.js'),
    stamp: inRepo('dist', '.build-stamp'),
  },
  {
    name: 'web app',
    script: 'build:web',
    sources: ['web', 'package-lock.json'],
    proof: inRepo('web', 'dist', 'index.html'),
    stamp: inRepo('web', 'dist', '.build-stamp'),
  },
];

/**
 * Builds the parts whose sources changed. The stamp is stored in the output folder, so deleting the output forces a build.
 * @param {string[]} names the parts to look at
 */
export async function build(names = parts.map(({ name }) => name)) {
  const stale = parts
    .filter(({ name }) => names.includes(name))
    .map((part) => ({
      ...part,
      print: fingerprint(
        part.sources.map((path) => inRepo(path)),
        notATest,
      ),
    }))
    .filter((part) => !existsSync(part.proof) || readStamp(part.stamp) !== part.print);
  const results = await Promise.allSettled(stale.map(buildPart));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

async function buildPart(part) {
  const [command, prefix] = npm();
  await runStep(
    {
      doing: `Building the ${part.name}`,
      done: `Built the ${part.name}`,
      failed: `The ${part.name} could not be built. The compiler's own words are above.`,
    },
    command,
    [...prefix, 'run', '--silent', part.script],
  );
  writeStamp(part.stamp, part.print);
}
