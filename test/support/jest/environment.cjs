const asyncHooks = require('node:async_hooks');
const { readFileSync } = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');
const { TestEnvironment } = require('jest-environment-node');
const { ModuleMocker } = require('jest-mock');
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');

/** Spec files that replace or reload modules get a context and a module registry of their own. */
const RELOADS_MODULES =
  /jest\s*\.\s*(mock|doMock|unmock|resetModules|isolateModules)\b|@jest-isolated/;
/** A worker that ran this many spec files is replaced, so that nothing accumulates. */
const MAX_FILES = 40;
/** What keeps a process running and outlives the spec file that opened it; not its pipes, which are standard output. */
const HANDLES = /^(TCPServerWrap|TCPSocketWrap|ProcessWrap|Timeout|FSEventWrap)$/;
/** Time for what the file has closed, or cut at the other end, to go away; a new worker takes longer to load. */
const CLOSING_MS = 2000;
/** Channels to Jest, which stay. */
const PARENT_EVENTS = new Set(['message', 'disconnect']);

/** Those of applications and test runners that this worker has started since the last spec file ended. */
const storages = new Set();
asyncHooks.AsyncLocalStorage = class extends asyncHooks.AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    storages.add(this);
  }
};

/** This worker's environments by project, kept from one spec file to the next. */
const kept = new Map();
let files = 0;

/**
 * The context of the worker itself: what one spec file has loaded stays loaded for the next ones, as runtime.cjs
 * says. Environment variables, globals, mocks, timers and listeners of the process are restored after each file.
 */
class WarmEnvironment {
  isWarm = true;
  global = globalThis;

  constructor({ projectConfig }) {
    const shared = { config: projectConfig, global: globalThis };
    this.moduleMocker = new ModuleMocker(globalThis);
    const timerConfig = { idToRef: (id) => id, refToId: (timer) => timer };
    const { moduleMocker } = this;
    this.fakeTimers = new LegacyFakeTimers({ ...shared, moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers(shared);
  }

  isReloaded() {
    return false;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }

  async setup() {
    const globals = Object.getOwnPropertyDescriptors(globalThis);
    this.before = {
      globals: new Map(Reflect.ownKeys(globals).map((key) => [key, globals[key]])),
      variables: { ...process.env },
      exit: process.exit,
      listeners: new Map(process.eventNames().map((name) => [name, process.rawListeners(name)])),
      handles: listHandles(),
    };
  }

  async teardown() {
    this.fakeTimersModern.useRealTimers();
    restoreGlobals(this.before.globals, globalThis);
    restoreVariables(this.before.variables);
    process.exit = this.before.exit;
    removeListeners(this.before.listeners);
    await endFile(this.testPath, this.before.handles);
  }
}

/** Replaces the worker when the file leaves handles open, or was the last that it may run. */
async function endFile(path, handlesBefore) {
  disableStorages();
  files += 1;
  const leaked = await findLeaks(handlesBefore);
  if (leaked.length > 0) process.stderr.write(`${path} leaves open: ${leaked.join(', ')}\n`);
  if (files >= MAX_FILES || leaked.length > 0) replaceWorker();
}

/** Loaded modules keep the globals that they have added; Jest's own state of a file is under symbols. */
function restoreGlobals(before, global) {
  for (const key of Reflect.ownKeys(global)) {
    const descriptor = before.get(key);
    if (!descriptor) {
      if (typeof key === 'symbol') Reflect.deleteProperty(global, key);
      continue;
    }
    const now = Object.getOwnPropertyDescriptor(global, key);
    const isSame = now.value === descriptor.value && now.get === descriptor.get;
    if (!isSame && now.configurable) Object.defineProperty(global, key, descriptor);
  }
}

function restoreVariables(before) {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
}

function removeListeners(before) {
  for (const name of process.eventNames())
    for (const listener of process.rawListeners(name))
      if (!PARENT_EVENTS.has(name) && !before.get(name)?.includes(listener))
        process.off(name, listener);
}

/** In Node 20 and 22 each storage in use costs time in every new promise. It is enabled again when it is used again. */
function disableStorages() {
  for (const storage of storages) storage.disable();
  storages.clear();
}

/** Handles that are open beyond those of before the file, and not just being closed. */
async function findLeaks(before) {
  const deadline = Date.now() + CLOSING_MS;
  for (let pause = 0; listHandles().length > before.length && Date.now() < deadline; pause = 10)
    await sleep(pause, undefined, { ref: false });
  const left = listHandles();
  for (const handle of before) if (left.includes(handle)) left.splice(left.indexOf(handle), 1);
  return left;
}

const listHandles = () =>
  process.getActiveResourcesInfo().filter((resource) => HANDLES.test(resource));

/** Jest replaces a worker whose heap exceeds `workerIdleMemoryLimit`, and has no other rule. */
function replaceWorker() {
  const measure = process.memoryUsage;
  process.memoryUsage = Object.assign(
    () => ({ ...measure(), heapUsed: Number.MAX_SAFE_INTEGER }),
    measure,
  );
}

/** `TEST_ISOLATED=true` gives every file a context and modules of its own. */
const needsOwnModules = ({ testPath }) =>
  process.env.TEST_ISOLATED === 'true' || RELOADS_MODULES.test(readFileSync(testPath, 'utf8'));

/** Jest constructs one per spec file. */
module.exports = function environmentOf(config, context) {
  if (needsOwnModules(context)) return new TestEnvironment(config, context);
  const { id, displayName } = config.projectConfig;
  const project = `${id} ${displayName?.name}`;
  if (!kept.has(project)) kept.set(project, new WarmEnvironment(config));
  return Object.assign(kept.get(project), { testPath: context.testPath });
};
Object.assign(module.exports, {
  needsOwnModules,
  listHandles,
  restoreGlobals,
  disableStorages,
  endFile,
});
