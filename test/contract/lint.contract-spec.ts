import { runNode } from '../support/run-node';

// What a program does for half a minute takes minutes where others need the processor too.
jest.setTimeout(300_000);

type Snippet = [what: string, file: string, code: string, rule: string];

/** Lints texts as if they were the files they are named after. */
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
    // Where CI is set the parser would take the types, and the text with them, from the disk.
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
  ['the same by a relative path', page, `import '../buy/buy-page';`, 'web/layers'],
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
  ['a library that looks up', 'web/src/lib/a.ts', `export { a } from '../api/http';`, 'web/layers'],
  ['a colour of one’s own', page, `export const a = '#0f6b3f';`, 'no-restricted-syntax'],
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
    'a promise nobody waits for',
    service,
    'async function a() { await Promise.resolve(); } export function b() { a(); }',
    '@typescript-eslint/no-floating-promises',
  ],
  [
    'a promise taken for a condition',
    service,
    'async function a() { return true; } export function b() { if (a()) return 1; return 2; }',
    '@typescript-eslint/no-misused-promises',
  ],
  [
    'a switch that forgets a case',
    service,
    `export function a(b: 'c' | 'd') { switch (b) { case 'c': return 1; } return 2; }`,
    '@typescript-eslint/switch-exhaustiveness-check',
  ],
];

const FINE: Snippet[] = [
  ['a feature of its own files', page, `import './wallet.css'; import '@/lib/money';`, ''],
  ['a colour of the theme', 'web/src/theme/tokens.ts', `export const a = '#0f6b3f';`, ''],
  ['the entry that speaks', 'src/cli.ts', `console.log('x');`, ''],
  [
    'the reader of the environment',
    'src/config/app-config.ts',
    'export const a = process.env;',
    '',
  ],
  ['a long migration', 'src/database/migrations/1-a.ts', 'export {};\n'.repeat(401), ''],
];

describe('the lint command', () => {
  it('refuses what the style forbids', async () => {
    const found = await lint(BROKEN, { LINT_WITHOUT_TYPES: 'true' });
    const missed = BROKEN.filter(([, , , rule], index) => !found[index]!.includes(rule));
    expect(missed.map(([what]) => what)).toEqual([]);
  });

  it('lets pass what is meant to be', async () => {
    const found = await lint(FINE, { LINT_WITHOUT_TYPES: 'true' });
    expect(found.map((rules, index) => [FINE[index]![0], rules])).toEqual(
      FINE.map(([what]) => [what, []]),
    );
  });

  it('knows the types of what it reads', async () => {
    const found = await lint(BROKEN_BY_TYPE);
    const missed = BROKEN_BY_TYPE.filter(([, , , rule], index) => !found[index]!.includes(rule));
    expect(missed.map(([what]) => what)).toEqual([]);
  });
});
