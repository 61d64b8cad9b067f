const { Script, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** What this worker has compiled. A Script belongs to no context, so each spec file runs it in its own. */
const compiled = new Map();

/** Environment to its runtime, for environments that are kept. */
const kept = new WeakMap();

/**
 * Jest's runtime, except that a worker compiles each file once instead of once per spec file. In an environment
 * that is kept, modules stay loaded too, but for the spec file, the set-up files and what the environment names.
 * Based on the internals of jest-runtime 30.5.
 */
module.exports = class WarmRuntime extends Runtime {
  constructor(...options) {
    const [, environment, , , , , testPath] = options;
    const earlier = kept.get(environment);
    // A constructor may return another object: Jest goes on with the runtime of the earlier files.
    if (earlier) return earlier.begin(testPath);
    super(...options);
    if (environment.isWarm) kept.set(environment, this);
    const { executor } = this;
    const compileInJest = executor.compile;
    executor.compile = function (source, filename) {
      const context = environment.getVmContext();
      if (context === null) return null;
      let script;
      try {
        script = compileOnce(source, filename, this.injectedModuleParameters);
      } catch {
        // Jest explains a syntax error.
        return compileInJest.call(this, source, filename);
      }
      return context === globalThis ? script.runInThisContext() : script.runInContext(context);
    };
  }

  begin(testPath) {
    this._testPath = testPath;
    for (const part of [this.executor, this.esmLoader]) part.testPath = testPath;
    this.testState.state = 'loading';
    return this;
  }

  teardown() {
    if (!this._environment.isWarm) return super.teardown();
    this.restoreAllMocks();
    const { registries } = this;
    registries.exitIsolated();
    registries.mockRegistry.clear();
    registries.internalModuleRegistry.clear();
    const ofThisFile = [
      this._testPath,
      ...this._config.setupFiles,
      ...this._config.setupFilesAfterEnv,
    ];
    for (const file of ofThisFile) registries.moduleRegistry.delete(file);
    for (const file of registries.moduleRegistry.keys())
      if (this._environment.isReloaded(file)) registries.moduleRegistry.delete(file);
    this.testMainModule.reset();
    this.jestGlobals.clearJestObjectCache();
  }
};

function compileOnce(source, filename, parameters) {
  const known = compiled.get(filename);
  if (known?.source === source) return known.script;
  // On the first line, so that line numbers in stack traces remain those of the file.
  const head = `(function (${parameters.join(', ')}) {`;
  const script = new Script(`${head}${source}\n})`, {
    filename,
    columnOffset: -head.length,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  compiled.set(filename, { source, script });
  return script;
}
