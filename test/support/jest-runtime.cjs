const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** What this worker has compiled. A Script belongs to no context, so each spec file runs it in its own. */
const compiled = new Map();

/**
 * Jest's runtime, except that a worker compiles each file once instead of once per spec file: compiling took
 * half of the CPU time in which a spec loads the application. Every spec still has modules of its own.
 */
module.exports = class CompileOnceRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    const { executor } = this;
    const compileInJest = executor.compile;
    executor.compile = function (source, filename) {
      const context = this.environment.getVmContext();
      if (context === null) return null;
      let script;
      try {
        script = compileOnce(source, filename, this.injectedModuleParameters);
      } catch {
        // Jest explains a syntax error.
        return compileInJest.call(this, source, filename);
      }
      return script.runInContext(context);
    };
  }
};

function compileOnce(source, filename, parameters) {
  const known = compiled.get(filename);
  if (known?.source === source) return known.script;
  // On the first line, so that line numbers in stack traces remain those of the file.
  const head = `(function (${parameters.join(', ')}) {`;
  const script = new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
  compiled.set(filename, { source, script });
  return script;
}
