import { runNode } from '../support/run-node';

// ESLint takes half a minute, but minutes on a busy machine.
jest.setTimeout(300_000);

type Snippet = [what: string, file: string, code: string, rule: string];

/** Lints source texts under the given file names. */
const SCRIPT = `
const { ESLint } = require('eslint');
const eslint = new ESLint();
(async () => {
  const rules = [];
  for (const [, filePath, code] of JSON.parse(process.argv[1])) {
    const [{ messages }] = await eslint.lintText(code, { filePath });
    rules.push(messages.map(({ ruleId, message }) => ruleId ?? message));
  }
  console.log(JSON.stringify(rules));
})();`;

async function lint(snippets: Snippet[], env: NodeJS.ProcessEnv = {}): Promise<string[][]> {
  const { status, output } = await runNode(['-e', SCRIPT, JSON.stringify(snippets)], {
    // With CI set the parser would read types and texts from the disk.
    env: { ...process.env, TSESTREE_SINGLE_RUN: 'false', ...env },
  });
  if (status !== 0) throw new Error(output);
  return JSON.parse(output.trim().split('\n').at(-1)!) as string[][];
}

const service = 'src/wallet/wallet.service.ts';
const page = 'web/src/features/wallet/wallet-page.tsx';

const BROKEN: Snippet[] = [
  [
    'the environment read outside config',
    service,
    'export const a = process.env.PORT;',
    'no-restricted-syntax',
  ],
  ['a console outside the entries', service, `console.log('x');`, 'no-console'],
  [
    'HTTP in a service',
    service,
    `import { NotFoundException } from '@nestjs/common'; export const a = NotFoundException;`,
    'no-restricted-imports',
  ],
  ['an any', service, 'export const a = (b: any) => b;', '@typescript-eslint/no-explicit-any'],
  ['a loose comparison', service, 'export const a = (b: string) => b == "c";', 'eqeqeq'],
  ['a file of more than 400 lines', service, 'export {};\n'.repeat(401), 'max-lines'],
  [
    'a test without a name',
    'src/wallet/a.spec.ts',
    `it(' ', () => undefined);`,
    'no-restricted-syntax',
  ],
  ['a feature that imports a feature', page, `import '@/features/buy/buy-page';`, 'web/layers'],
  [
    'a feature that imports a feature by a relative path',
    page,
    `import '../buy/buy-page';`,
    'web/layers',
  ],
  [
    'a component that imports a feature',
    'web/src/components/a.tsx',
    `import '@/features/buy/buy-page';`,
    'web/layers',
  ],
  [
    'a component that calls the API',
    'web/src/components/a.tsx',
    `import '@/api/generated/hooks/wallet/wallet';`,
    'web/layers',
  ],
  [
    'a library that imports the API',
    'web/src/lib/a.ts',
    `export { a } from '../api/http';`,
    'web/layers',
  ],
  ['a hard-coded colour', page, `export const a = '#0f6b3f';`, 'no-restricted-syntax'],
  [
    'a static message',
    page,
    `import { message } from 'antd'; export const a = message;`,
    'no-restricted-imports',
  ],
  [
    'a hook under a condition',
    page,
    `import { useState } from 'react'; export function A(p: { b: boolean }) { if (p.b) useState(1); return null; }`,
    'react-hooks/rules-of-hooks',
  ],
];

const BROKEN_BY_TYPE: Snippet[] = [
  [
    'a floating promise',
    service,
    'async function a() { await Promise.resolve(); } export function b() { a(); }',
    '@typescript-eslint/no-floating-promises',
  ],
  [
    'a promise as a condition',
    service,
    'async function a() { return true; } export function b() { if (a()) return 1; return 2; }',
    '@typescript-eslint/no-misused-promises',
  ],
  [
    'a switch with a missing case',
    service,
    `export function a(b: 'c' | 'd') { switch (b) { case 'c': return 1; } return 2; }`,
    '@typescript-eslint/switch-exhaustiveness-check',
  ],
];

const FINE: Snippet[] = [
  ['a feature of its own files', page, `import './wallet.css'; import '@/lib/money';`, ''],
  ['a colour of the theme', 'web/src/theme/tokens.ts', `export const a = '#0f6b3f';`, ''],
  ['console output of an entry point', 'src/cli.ts', `console.log('x');`, ''],
  [
    'the reader of the environment',
    'src/config/app-config.ts',
    'export const a = process.env;',
    '',
  ],
  ['a long migration', 'src/database/migrations/1-a.ts', 'export {};\n'.repeat(401), ''],
];

describe('lint command', () => {
  it('should report violations of the style', async () => {
    const found = await lint(BROKEN, { LINT_WITHOUT_TYPES: 'true' });
    const missed = BROKEN.filter(([, , , rule], index) => !found[index]!.includes(rule));
    expect(missed.map(([what]) => what)).toEqual([]);
  });

  it('should accept conforming code', async () => {
    const found = await lint(FINE, { LINT_WITHOUT_TYPES: 'true' });
    expect(found.map((rules, index) => [FINE[index]![0], rules])).toEqual(
      FINE.map(([what]) => [what, []]),
    );
  });

  it('should lint with type information', async () => {
    const found = await lint(BROKEN_BY_TYPE);
    const missed = BROKEN_BY_TYPE.filter(([, , , rule], index) => !found[index]!.includes(rule));
    expect(missed.map(([what]) => what)).toEqual([]);
  });
});
