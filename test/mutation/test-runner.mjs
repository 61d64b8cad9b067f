import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';

const SPECS = (process.env.MUTATION_SPECS ?? '').split(',').filter(Boolean);
const SEPARATOR = ' › ';
/** Timeouts per test. The dry run gets far more than an unmutated run takes on a busy machine. */
const TIMEOUT_MS = { dryRun: 120_000, mutant: 30_000 };

/** State that the mutated code reads: the active mutant and the current test. */
const stryker = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});

/**
 * Runs the specs of a group in one process that keeps Nest and the code loaded between mutants.
 * Stryker's Jest runner reloads them from every spec of the group for each mutant, which takes hours.
 */
class SpecRunner {
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    this.files = await import('./spec-files.mjs');
  }

  async dryRun() {
    stryker.mutantCoverage = { static: {}, perTest: {} };
    const result = await this.run({ timeout: TIMEOUT_MS.dryRun, bail: false });
    return { ...result, mutantCoverage: stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, mutantActivation, reloadEnvironment, ...options }) {
    if (reloadEnvironment) this.files.clearModuleCache();
    const activate = () => (stryker.activeMutant = activeMutant.id);
    stryker.hitCount = options.hitLimit ? 0 : undefined;
    stryker.hitLimit = options.hitLimit;
    if (mutantActivation === 'static') activate();
    try {
      const result = await this.run({
        timeout: TIMEOUT_MS.mutant,
        bail: !options.disableBail,
        selected: testFilter && new Set(testFilter),
        onLoaded: activate,
      });
      return toMutantRunResult(
        determineHitLimitReached(stryker.hitCount, stryker.hitLimit) ?? result,
      );
    } finally {
      stryker.activeMutant = undefined;
      stryker.hitCount = undefined;
    }
  }

  async run({ timeout, bail, selected, onLoaded = () => undefined }) {
    const tests = [];
    for (const file of SPECS) {
      const toTestId = (name) => file + SEPARATOR + name;
      if (selected && ![...selected].some((id) => id.startsWith(file + SEPARATOR))) continue;
      let ran;
      try {
        ran = await this.files.runSpec(file, {
          onLoaded,
          isSelected: (name) => !selected || selected.has(toTestId(name)),
          onTest: (name) => (stryker.currentTestId = name === null ? undefined : toTestId(name)),
          timeout,
          bail,
        });
      } catch (error) {
        return { status: DryRunStatus.Error, errorMessage: String(error?.stack ?? error) };
      }
      for (const { name, errors, duration } of ran.tests)
        tests.push({
          id: toTestId(name),
          name,
          fileName: file,
          timeSpentMs: duration,
          ...outcome(errors),
        });
      if (ran.unhandledErrors.length)
        tests.push({
          id: toTestId('(around the tests)'),
          name: '(around the tests)',
          timeSpentMs: 0,
          ...outcome(ran.unhandledErrors),
        });
      if (bail && tests.some(({ status }) => status === TestStatus.Failed)) break;
    }
    return { status: DryRunStatus.Complete, tests };
  }
}

const outcome = (errors) =>
  errors.length
    ? { status: TestStatus.Failed, failureMessage: errors.map(String).join('\n') }
    : { status: TestStatus.Success };

const create = () => new SpecRunner();
create.inject = [];
export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'specs', create)];
