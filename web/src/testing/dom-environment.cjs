const { sep } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const FixedJsdomEnvironment = require('jest-fixed-jsdom');
const {
  needsOwnModules,
  listHandles,
  restoreGlobals,
  endFile,
} = require('../../../test/support/jest/environment.cjs');

const IN_LIBRARY = `${sep}node_modules${sep}`;
/** They register hooks and matchers with Jest when they are loaded. */
const REGISTERS_WITH_JEST = /@testing-library.(react|jest-dom).dist.index\.js$/;
/** In which React's scheduler ends the work that the last test has left; stopping its timers would stop it for good. */
const SETTLING_MS = 30;

/** This worker's environment, kept from one spec file to the next. */
let kept;

/**
 * A window in which libraries stay loaded for the next spec files, as runtime.cjs says; the modules of the app have state
 * and are loaded anew. Document, address, timers and globals are restored after each file.
 */
class WarmDomEnvironment extends FixedJsdomEnvironment {
  isWarm = true;

  async setup() {
    await super.setup();
    const globals = Object.getOwnPropertyDescriptors(this.global);
    this.globalsBefore = new Map(Reflect.ownKeys(globals).map((key) => [key, globals[key]]));
    this.handlesBefore = listHandles();
    this.firstTimer = this.nextTimer();
  }

  async teardown() {
    const { document, history } = this.global;
    this.fakeTimersModern.useRealTimers();
    await sleep(SETTLING_MS);
    const lastTimer = this.nextTimer();
    for (let timer = this.firstTimer; timer <= lastTimer; timer += 1)
      this.global.clearTimeout(timer);
    restoreGlobals(this.globalsBefore, this.global);
    document.head.replaceChildren();
    document.body.replaceChildren();
    for (const element of [document.documentElement, document.body])
      for (const { name } of [...element.attributes]) element.removeAttribute(name);
    history.replaceState(null, '', '/');
    await endFile(this.testPath, this.handlesBefore);
  }

  isReloaded(file) {
    return !file.includes(IN_LIBRARY) || REGISTERS_WITH_JEST.test(file);
  }

  /** jsdom numbers timeouts and intervals together. */
  nextTimer() {
    return this.global.setTimeout(() => undefined, 0);
  }
}

/** Jest constructs one per spec file, and sets the console of each. */
module.exports = function environmentOf(config, context) {
  if (needsOwnModules(context)) return new FixedJsdomEnvironment(config, context);
  const console = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...args) =>
          kept.global.console[name](...args),
    },
  );
  kept ??= new WarmDomEnvironment(config, { ...context, console });
  return Object.assign(kept, { testPath: context.testPath });
};
