import { build } from './build.mjs';
import { installPackages } from './install.mjs';
import { countLine, table } from './summary.mjs';
import {
  runCheck,
  runJestProject,
  runJestProjectBeside,
  runWebTests,
  skipSuite,
} from './suites.mjs';
import { provideTools } from './tools.mjs';

/** The e2e specs that run after the browser's, beside the others: both sides then take about as long. */
const SIDE_SPECS = 'crash-points';

/** Runs every check and test suite. Returns the exit status. */
export async function runTests() {
  const startedAt = Date.now();
  await installPackages();
  const missing = await provideTools();
  await build();
  const strict = process.env.CI === 'true';

  console.log('\nchecks');
  const results = await Promise.all([
    runCheck('lint', 'lint:server'),
    runCheck('lint web', 'lint:web'),
    runCheck('types', 'typecheck'),
    runCheck('format', 'format:check'),
  ]);
  results.push(await runJestProject('unit'));
  // Specs wait for clocks, processes and connections: a third one uses what two leave of two cores.
  results.push(await runJestProject('medium', '--maxWorkers=3'));
  results.push(await runJestProject('contract'));
  results.push(await runWebTests());
  if (missing.includes('Redis')) sayRedisIsMissing(strict);
  // They are mostly idle: on two cores, side by side, they take little longer than the longer side alone.
  const sides = [
    async () => [
      await runJestProject('e2e', '--runInBand', '--testPathIgnorePatterns', SIDE_SPECS),
    ],
    async () => [
      await runBrowserTests(missing, strict),
      await runJestProjectBeside('e2e', '--runInBand', SIDE_SPECS),
    ],
  ];
  const [first, second] = await Promise.all(sides.map((run) => run()));
  results.push(...first, ...second);
  return report(results, startedAt);
}

function runBrowserTests(missing, strict) {
  if (!missing.includes('Chromium')) return runJestProjectBeside('browser');
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
  console.log(countLine(results));
  return results.some((result) => result.failed > 0) ? 1 : 0;
}
