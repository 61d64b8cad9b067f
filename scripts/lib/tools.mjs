import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runStep } from './steps.mjs';

/** Tools beyond npm packages: candidate paths and the Debian packages that provide them. */
const TOOLS = [
  {
    name: 'Chromium',
    variable: 'CHROMIUM_PATH',
    commands: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    paths: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    // Without any font the browser renders no text to measure.
    // The driver is for the sample of Selenium.
    packages: ['chromium', 'chromium-driver', 'fonts-dejavu-core'],
  },
  {
    name: 'Redis',
    variable: 'REDIS_SERVER_PATH',
    commands: ['redis-server', 'valkey-server'],
    paths: ['/opt/homebrew/bin/redis-server', '/usr/local/bin/redis-server'],
    packages: ['redis-server'],
  },
];

/**
 * Finds Chromium and Redis and installs missing ones where permitted: as root on Debian and
 * its children. Points the tests at what it found through the environment.
 * @returns {Promise<string[]>} names of the missing tools
 */
export async function provideTools() {
  if (TOOLS.some((tool) => !find(tool)) && mayInstall()) await installMissing();
  for (const tool of TOOLS) {
    const path = find(tool);
    if (path) process.env[tool.variable] = path;
  }
  return TOOLS.filter((tool) => !find(tool)).map((tool) => tool.name);
}

function find(tool) {
  const given = process.env[tool.variable];
  const onPath = tool.commands.flatMap((command) =>
    (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, command)),
  );
  return [...(given ? [given] : []), ...onPath, ...tool.paths].find(
    // Ubuntu's "chromium" may be a mere pointer to a snap that is not there: only running it shows.
    (path) => existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0,
  );
}

function mayInstall() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return false;
  if (!existsSync('/etc/os-release') || !existsSync('/usr/bin/apt-get')) return false;
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
}

async function installMissing() {
  const missing = TOOLS.filter((tool) => !find(tool));
  const names = missing.map((tool) => tool.name).join(' and ');
  const env = {
    ...process.env,
    DEBIAN_FRONTEND: 'noninteractive',
    // Installing a server must not start one.
    RUNLEVEL: '1',
    // The output is parsed.
    LC_ALL: 'C',
  };
  const failed = `${names} could not be installed from Debian's packages.`;
  try {
    await apt(
      { doing: 'Reading the package lists', done: 'Read the package lists', failed },
      ['update', '-q'],
      env,
    );
    await apt(
      { doing: `Installing ${names}`, done: `Installed ${names}`, failed },
      ['install', '-qy', '--no-install-recommends', ...missing.flatMap((tool) => tool.packages)],
      env,
    );
  } catch (error) {
    // Not fatal: the suites that need the tools report it, and CI requires them.
    console.log(error.message);
  }
}

const ASK_AGAIN_MS = 2_000;
const MAX_ATTEMPTS = 100;

/** A concurrent install may hold the lock; apt-get does not wait for the lock of its lists. */
async function apt(words, args, env) {
  const retryOptions = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3'];
  for (let attempt = 1; ; attempt += 1)
    try {
      return await runStep(words, 'apt-get', [...args, ...retryOptions], { env });
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !error.message.includes('Could not get lock')) throw error;
      await sleep(ASK_AGAIN_MS);
    }
}
