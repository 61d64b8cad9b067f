import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { join, sep } from 'node:path';

const ROOT = process.cwd();
const require = createRequire(join(ROOT, 'package.json'));
// First, because it replaces the class that others get from Node.
const { disableStorages } = require('./test/support/jest/environment.cjs');
const { transformSync } = require('@swc/core');
const circus = require('jest-circus');
const { ModuleMocker } = require('jest-mock');
const { ModernFakeTimers } = require('@jest/fake-timers');

const [, asJest] = require('./jest.config.cjs').projects[0].transform['^.+\\.ts$'];
const compiled = new Map();
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
const timerFunctions = Object.fromEntries(
  [
    'useFakeTimers',
    'useRealTimers',
    'setSystemTime',
    'advanceTimersByTime',
    'advanceTimersByTimeAsync',
    'runAllTimersAsync',
  ].map((name) => [name, (...values) => timers[name](...values)]),
);

/** Jest globals for the specs. */
Object.assign(globalThis, circus.default, {
  expect: require('expect').expect,
  jest: Object.assign(new ModuleMocker(globalThis), timerFunctions),
});

Module._extensions['.ts'] = (module, filename) => {
  if (!compiled.has(filename))
    compiled.set(
      filename,
      transformSync(readFileSync(filename, 'utf8'), { ...asJest, filename }).code,
    );
  module._compile(compiled.get(filename), filename);
};

const dispatchEvent = (event) => {
  for (const handler of globalThis[Symbol.for('EVENT_HANDLERS')]) handler(event, circus.getState());
};

/** Clears the project's modules from the require cache, so that module-level code runs again. */
export function clearModuleCache() {
  delete globalThis.typeormMetadataArgsStorage;
  for (const path of Object.keys(require.cache))
    if (path.startsWith(ROOT + sep) && !path.includes(`${sep}node_modules${sep}`))
      delete require.cache[path];
}

/**
 * Runs a spec in this process. Modules stay loaded between runs, which saves most of the time; the
 * spec itself is reloaded and opens its own testing modules and database.
 * @param onLoaded called once everything is loaded, before the first test.
 * @param isSelected whether to run the test of this name.
 * @param onTest called with the name of each test before it runs, with null after it.
 * @returns the tests that ran with their errors; with `bail`, the first failure skips the rest.
 */
export async function runSpec(file, { onLoaded, isSelected, onTest, timeout, bail }) {
  const environment = { ...process.env };
  let failed = false;
  const listen = ({ name, test }) => {
    if (name === 'test_start' && bail && failed) test.mode = 'skip';
    if (name === 'test_started') onTest(toFullName(test));
    if (name === 'test_done') {
      failed ||= test.errors.length > 0;
      onTest(null);
    }
  };
  circus.resetState();
  circus.addEventHandler(listen);
  dispatchEvent({ name: 'setup', parentProcess: process, runtimeGlobals: {} });
  try {
    const path = join(ROOT, file);
    delete require.cache[path];
    require(path);
    onLoaded();
    circus.getState().testTimeout = timeout;
    circus.getState().testNamePattern = { test: isSelected };
    const { testResults, unhandledErrors } = await circus.run();
    return {
      tests: testResults
        .filter(({ status }) => status === 'done')
        .map(({ testPath, errors, duration }) => ({
          name: testPath.slice(1).join(' '),
          errors,
          duration: duration ?? 0,
        })),
      unhandledErrors,
    };
  } finally {
    timers.useRealTimers();
    disableStorages();
    dispatchEvent({ name: 'teardown' });
    circus.removeEventHandler(listen);
    for (const name of Object.keys(process.env))
      if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  }
}

function toFullName(test) {
  const titles = [];
  for (let at = test; at.parent; at = at.parent) titles.unshift(at.name);
  return titles.join(' ');
}
