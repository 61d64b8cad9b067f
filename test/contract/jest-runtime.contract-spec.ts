import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRepo } from '../support/repo';
import { runNode } from '../support/run-node';

/** Counts how often it ran in its context. */
const SHARED = `globalThis.runs = (globalThis.runs ?? 0) + 1;
exports.state = { runs: globalThis.runs, isArray: [] instanceof Array };
exports.fail = () => {
  throw new Error('from the shared file');
};
`;
const SPEC = `const shared = require('./shared');
test('has a module of its own', () => {
  expect(shared.state).toEqual({ runs: 1, isArray: true });
  shared.state.runs = 100;
});
test('reports the line', () => {
  let stack;
  try { shared.fail(); } catch (error) { stack = error.stack; }
  expect(stack).toMatch(/shared\\.js:4:9/);
});
`;

/** Loads the shared file in a worker whose modules are kept, and leaves everything else changed. */
const DIRTY_SPEC = `const { state } = require('./shared');
test('finds what every file finds', () => {
  state.files = (state.files ?? 0) + 1;
  console.log('file ' + state.files + ' in ' + process.pid);
  expect(process.env.LEFT).toBeUndefined();
  expect(globalThis.fetch.name).not.toBe('changed');
  expect(Date.now()).toBeGreaterThan(1e12);
  expect(JSON.stringify({})).toBe('{}');
  expect(process.listenerCount('SIGUSR2')).toBe(0);
  process.env.LEFT = 'yes';
  globalThis.fetch = function changed() {};
  jest.spyOn(JSON, 'stringify').mockReturnValue('mocked');
  process.on('SIGUSR2', () => undefined);
  jest.useFakeTimers({ now: 5 });
});
`;
const ISOLATED_SPEC = `jest.mock('./shared', () => ({ state: 'mocked' }));
test('has a mock of its own', () => expect(require('./shared').state).toBe('mocked'));
`;
/** Leaves a server open. */
const LEAKING_SPEC = `const { createServer } = require('node:net');
test('leaks', (done) => {
  console.log('leak in ' + process.pid);
  createServer().listen(0, '127.0.0.1', done);
});
`;

/** A module of the app with state, and a library that counts how often it was loaded. */
const APP = `exports.visits = 0;
exports.library = require('library');
`;
const LIBRARY = `globalThis.loads = (globalThis.loads ?? 0) + 1;
exports.context = globalThis;
`;
/** Leaves the window changed, and a timer that would change it during the next file. */
const DIRTY_DOM_SPEC = `const app = require('./app');
test('finds what every file finds', async () => {
  expect(app.visits).toBe(0);
  expect(app.library.context).toBe(window);
  expect(loads).toBe(1);
  expect(document.documentElement.outerHTML).toBe('<html><head></head><body></body></html>');
  expect(location.href).toBe('http://localhost/');
  expect(fetch.name).not.toBe('changed');
  expect(Date.now()).toBeGreaterThan(1e12);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(document.title).toBe('');
  // jsdom reports what it lacks.
  const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  location.reload();
  expect(report).toHaveBeenCalledTimes(1);

  app.visits = 1;
  window.fetch = function changed() {};
  document.head.append(document.createElement('style'));
  document.body.innerHTML = '<p>left</p>';
  document.documentElement.dataset.theme = 'dark';
  history.pushState(null, '', '/left');
  setTimeout(() => { document.title = 'late'; }, 200);
  jest.useFakeTimers({ now: 5 });
});
`;

/** Counts the compilations of the shared file. */
const COUNT = `const vm = require('node:vm');
let count = 0;
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    if (String(options?.filename).endsWith('shared.js')) count += 1;
  }
};
process.on('exit', () => console.log('shared.js was compiled ' + count + ' times'));
`;

// Starts a process per case.
jest.setTimeout(180_000);

describe('runtime of the tests', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nairaproxy-jest-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const support = (name: string) => inRepo('test', 'support', 'jest', `${name}.cjs`);

  /** Runs spec files, by default in one process with modules of their own. */
  async function runJest(
    files: Record<string, string>,
    {
      nodeFlags = [],
      jestFlags = ['--runInBand'],
      environment = 'node',
    }: { nodeFlags?: string[]; jestFlags?: string[]; environment?: string } = {},
  ) {
    const config = {
      testEnvironment: environment,
      rootDir: folder,
      cacheDirectory: join(folder, 'cache'),
      runtime: support('runtime'),
      testSequencer: support('sequencer'),
      transform: {},
    };
    for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const bin = inRepo('node_modules', 'jest', 'bin', 'jest.js');
    return runNode([...nodeFlags, bin, ...jestFlags, '--config', JSON.stringify(config)], {
      cwd: folder,
      // The run under test may itself be isolated.
      env: { ...process.env, TEST_ISOLATED: '' },
    });
  }

  it('should give every spec file modules of its own and keep the lines of stack traces', async () => {
    const { status, output } = await runJest({
      'shared.js': SHARED,
      'first.test.js': SPEC,
      'second.test.js': SPEC,
    });
    expect(output).toContain('Tests:       4 passed, 4 total');
    expect(status).toBe(0);
  });

  it('should explain a syntax error with its file', async () => {
    const { status, output } = await runJest({ 'broken.test.js': 'const a = ;\n' });
    expect(status).toBe(1);
    expect(output).toMatch(/SyntaxError/);
    expect(output).toContain('broken.test.js:1');
  });

  it('should compile a file once for all spec files', async () => {
    await writeFile(join(folder, 'count.cjs'), COUNT);
    const { output } = await runJest(
      { 'shared.js': SHARED, 'first.test.js': SPEC, 'second.test.js': SPEC },
      { nodeFlags: ['--require', join(folder, 'count.cjs')] },
    );
    expect(output).toContain('4 passed');
    expect(output).toContain('shared.js was compiled 1 times');
  });

  it('should keep modules in a warm environment and restore everything else', async () => {
    const { output } = await runJest(
      {
        'shared.js': SHARED,
        'first.test.js': DIRTY_SPEC,
        'isolated.test.js': ISOLATED_SPEC,
        'second.test.js': DIRTY_SPEC,
      },
      { environment: support('environment') },
    );
    expect(output).toContain('Tests:       3 passed, 3 total');
    expect(output).toMatch(/file 1 in (\d+)[^]*file 2 in \1/);
  });

  it('should keep libraries in a warm window, load the app anew and restore the rest', async () => {
    const { output } = await runJest(
      {
        'node_modules/library/index.js': LIBRARY,
        'app.js': APP,
        'first.test.js': DIRTY_DOM_SPEC,
        'isolated.test.js': ISOLATED_SPEC,
        'shared.js': SHARED,
        'second.test.js': DIRTY_DOM_SPEC,
      },
      { environment: inRepo('web', 'src', 'testing', 'dom-environment.cjs') },
    );
    expect(output).toContain('Tests:       3 passed, 3 total');
  });

  it('should replace a worker that leaks', async () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [`${name}.test.js`, LEAKING_SPEC]),
    );
    const jestFlags = ['--maxWorkers=1', '--workerIdleMemoryLimit=800MB'];
    const { output } = await runJest(files, { jestFlags, environment: support('environment') });
    expect(output).toContain('Tests:       3 passed, 3 total');
    const workers = [...output.matchAll(/leak in (\d+)/g)].map(([, pid]) => pid);
    expect(new Set(workers).size).toBe(3);
  });

  it('should repeat the order of a seed', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const files = Object.fromEntries(
      names.map((name) => [`${name}.test.js`, `test('is ${name}', () => {});\n`]),
    );
    const orderOf = async (seed: string) => {
      const { output } = await runJest(files, { jestFlags: ['--runInBand', `--seed=${seed}`] });
      return [...output.matchAll(/PASS \.\/(\w)/g)].map(([, name]) => name).join('');
    };
    const first = await orderOf('1');
    expect([...first].sort()).toEqual(names);
    expect(await orderOf('1')).toBe(first);
    expect(await orderOf('2')).not.toBe(first);
  });
});
