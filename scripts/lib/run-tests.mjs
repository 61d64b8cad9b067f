import { build } from './build.mjs';
import { installPackages } from './install.mjs';
import { countLine, findOverBudget, slowestFiles, table } from './summary.mjs';
import { runCheck, runJest, skipSuite } from './suites.mjs';
import { provideTools } from './tools.mjs';

/** Runs every check and test suite. Returns the exit status. */
export async function runTests() {
  const startedAt = Date.now();
  await installPackages();
  const missing = await provideTools();
  await build();
  console.log('\nEverything at once; failures are shown as they happen.');
  const strict = process.env.CI === 'true';
  if (missing.includes('Redis')) sayRedisIsMissing(strict);
  const suites = listSuites(missing, strict);
  return report((await Promise.all(lanes.map(() => runInLane(suites)))).flat(), startedAt);
}

/** Two cores are busy with three: what computes fills the gaps of what starts platforms and mostly waits. */
const lanes = Array.from({ length: 3 });

/** Longest first, so that no lane is left with a long one at the end. */
const listSuites = (missing, strict) => [
  // Specs wait for clocks, processes and connections: a third one uses what two leave of two cores.
  () => runJest('medium', '--maxWorkers=3'),
  () => runJest('e2e', '--runInBand'),
  () => runBrowserTests(missing, strict),
  () => runJest('web', '--maxWorkers=2'),
  () => runJest('contract', '--maxWorkers=2'),
  () => runCheck('lint', 'lint'),
  () => runJest('unit', '--maxWorkers=2'),
  () => runCheck('modules', 'lint:modules'),
  () => runCheck('format', 'format:check'),
];

async function runInLane(suites) {
  const results = [];
  for (let suite = suites.shift(); suite; suite = suites.shift()) results.push(await suite());
  return results;
}

async function runBrowserTests(missing, strict) {
  if (!missing.includes('Chromium')) return runJest('browser', '--runInBand');
  const why =
    'no Chromium was found or could be installed; set CHROMIUM_PATH to one, or install it.';
  return skipSuite('browser', why, strict);
}

/** The specs that need Redis skip themselves, or fail where CI requires them. */
function sayRedisIsMissing(strict) {
  console.log(
    `\nNo redis-server was found or could be installed: the tests that need Redis ${strict ? 'fail' : 'are skipped'}. ` +
      'Set REDIS_SERVER_PATH to one, or install it.',
  );
}

function report(results, startedAt) {
  console.log(`\n${table(results)}`);
  console.log(`all in ${Math.round((Date.now() - startedAt) / 1000)} s\n`);
  console.log(`${slowestFiles(results)}\n`);
  for (const warning of findOverBudget(results)) console.log(`${warning}\n`);
  console.log(countLine(results));
  return results.some((result) => result.failed > 0) ? 1 : 0;
}
