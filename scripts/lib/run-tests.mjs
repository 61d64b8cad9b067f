import { build } from './build.mjs';
import { installPackages } from './install.mjs';
import { runCheck, runJestProject, runWebTests, skipSuite } from './suites.mjs';
import { provideTools } from './tools.mjs';

/** Everything the repository can prove about itself; returns the status to end with. */
export async function runTests() {
  const startedAt = Date.now();
  await installPackages();
  const missing = await provideTools();
  await build();
  const strict = process.env.CI === 'true';

  console.log('\nchecks');
  const results = await Promise.all([
    runCheck('lint', 'lint'),
    runCheck('types', 'typecheck'),
    runCheck('format', 'format:check'),
  ]);
  results.push(await runJestProject('unit'));
  results.push(await runJestProject('medium'));
  results.push(await runJestProject('contract'));
  results.push(await runWebTests());
  if (missing.includes('Redis')) sayRedisIsMissing(strict);
  results.push(await runJestProject('e2e', '--runInBand'));
  const noBrowser =
    'no Chromium was found or could be installed; set CHROMIUM_PATH to one, or install it.';
  results.push(
    missing.includes('Chromium')
      ? skipSuite('browser', noBrowser, strict)
      : await runJestProject('browser', '--runInBand'),
  );
  return report(results, startedAt);
}

/** The specs that need Redis skip themselves, or fail where CI requires them. */
function sayRedisIsMissing(strict) {
  console.log(
    `\nNo redis-server was found or could be installed: the tests that need Redis ${strict ? 'fail' : 'are skipped'}. ` +
      'Set REDIS_SERVER_PATH to one, or install it.',
  );
}

function report(results, startedAt) {
  const total = (field) => results.reduce((sum, result) => sum + result[field], 0);
  const rows = results.map((result) => [
    result.name.padEnd(10),
    ...[result.passed, result.failed, result.skipped].map((n) => String(n).padStart(8)),
    `${Math.round(result.ms / 1000)} s`.padStart(8),
    result.note ? `  ${result.note}` : '',
  ]);
  console.log(`\n${'suite'.padEnd(10)}  passed  failed skipped    time`);
  for (const row of rows) console.log(row.join(''));
  console.log(`all in ${Math.round((Date.now() - startedAt) / 1000)} s\n`);
  const skipped = total('skipped');
  console.log(
    `${total('passed')} passed, ${total('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`,
  );
  return total('failed') === 0 ? 0 : 1;
}
