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
  // Three queues of about the same length keep both cores of a small machine busy to the end: what computes fills the
  // gaps of what starts platforms and mostly waits.
  const strict = process.env.CI === 'true';
  if (missing.includes('Redis')) sayRedisIsMissing(strict);
  const queues = [runServerTests(), runPlatformAndWebTests(), runBrowserAndChecks(missing, strict)];
  return report((await Promise.all(queues)).flat(), startedAt);
}

async function runServerTests() {
  return [
    // Specs wait for clocks, processes and connections: a third one uses what two leave of two cores.
    await runJest('medium', '--maxWorkers=3'),
    await runJest('contract', '--maxWorkers=2'),
    await runJest('unit', '--maxWorkers=2'),
  ];
}

async function runPlatformAndWebTests() {
  return [await runJest('e2e', '--runInBand'), await runJest('web', '--maxWorkers=2')];
}

async function runBrowserAndChecks(missing, strict) {
  return [
    await runBrowserTests(missing, strict),
    await runCheck('lint', 'lint'),
    await runCheck('modules', 'lint:modules'),
    await runCheck('format', 'format:check'),
  ];
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
