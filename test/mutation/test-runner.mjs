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
/** A mutant that waits for what never comes has been noticed. */
/** Well above what an honest run takes on a busy machine, so that slowness is not taken for a mutant. */
const PATIENCE = { honest: 120_000, mutated: 30_000 };

/** The state that the mutated code looks at: which mutant is on, and who is asking. */
const stryker = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});

/**
 * Runs the specs of a group in one process that keeps Nest and our code loaded from mutant to mutant.
 * Stryker's own Jest runner loads them anew, from every spec of the group, for each: hours instead of minutes.
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
    const result = await this.run({ patience: PATIENCE.honest, bail: false });
    return { ...result, mutantCoverage: stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, mutantActivation, reloadEnvironment, ...options }) {
    if (reloadEnvironment) this.files.forgetCode();
    const activate = () => (stryker.activeMutant = activeMutant.id);
    stryker.hitCount = options.hitLimit ? 0 : undefined;
    stryker.hitLimit = options.hitLimit;
    if (mutantActivation === 'static') activate();
    try {
      const result = await this.run({
        patience: PATIENCE.mutated,
        bail: !options.disableBail,
        chosen: testFilter && new Set(testFilter),
        loaded: activate,
      });
      return toMutantRunResult(
        determineHitLimitReached(stryker.hitCount, stryker.hitLimit) ?? result,
      );
    } finally {
      stryker.activeMutant = undefined;
      stryker.hitCount = undefined;
    }
  }

  async run({ patience, bail, chosen, loaded = () => undefined }) {
    const tests = [];
    for (const file of SPECS) {
      const idOf = (name) => file + SEPARATOR + name;
      if (chosen && ![...chosen].some((id) => id.startsWith(file + SEPARATOR))) continue;
      let ran;
      try {
        ran = await this.files.runSpec(file, {
          loaded,
          wanted: (name) => !chosen || chosen.has(idOf(name)),
          begun: (name) => (stryker.currentTestId = name === null ? undefined : idOf(name)),
          timeout: patience,
          bail,
        });
      } catch (error) {
        return { status: DryRunStatus.Error, errorMessage: String(error?.stack ?? error) };
      }
      for (const { name, errors, duration } of ran.tests)
        tests.push({
          id: idOf(name),
          name,
          fileName: file,
          timeSpentMs: duration,
          ...outcome(errors),
        });
      if (ran.unhandledErrors.length)
        tests.push({
          id: idOf('(around the tests)'),
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
