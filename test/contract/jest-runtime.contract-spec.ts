import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  /** Runs spec files in one process. */
  async function runJest(files: Record<string, string>, nodeFlags: string[] = []) {
    const config = {
      testEnvironment: 'node',
      rootDir: folder,
      cacheDirectory: join(folder, 'cache'),
      runtime: inRepo('test', 'support', 'jest-runtime.cjs'),
      transform: {},
    };
    for (const [name, text] of Object.entries({ 'package.json': '{}', ...files }))
      await writeFile(join(folder, name), text);
    const bin = inRepo('node_modules', 'jest', 'bin', 'jest.js');
    return runNode([...nodeFlags, bin, '--runInBand', '--config', JSON.stringify(config)], {
      cwd: folder,
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
      ['--require', join(folder, 'count.cjs')],
    );
    expect(output).toContain('4 passed');
    expect(output).toContain('shared.js was compiled 1 times');
  });
});
