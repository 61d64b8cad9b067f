import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { inRepo } from '../support/repo';
import { runNode } from '../support/run-node';

type Snippet = [what: string, file: string, code: string, rule: string];

const SERVICE = 'src/wallet/wallet.service.ts';
const PAGE = 'web/src/features/wallet/wallet-page.tsx';
const COMPONENT = 'web/src/components/row.tsx';

const BROKEN: Snippet[] = [
  [
    'the environment read outside config',
    SERVICE,
    'export const a = process.env.PORT;',
    'node(no-process-env)',
  ],
  ['a console outside the entries', SERVICE, `console.log('x');`, 'eslint(no-console)'],
  [
    'HTTP in a service',
    SERVICE,
    `import { NotFoundException } from '@nestjs/common'; export const a = NotFoundException;`,
    'eslint(no-restricted-imports)',
  ],
  ['an any', SERVICE, 'export const a = (b: any) => b;', 'typescript(no-explicit-any)'],
  ['a loose comparison', SERVICE, 'export const a = (b: string) => b == "c";', 'eslint(eqeqeq)'],
  ['a file of more than 400 lines', SERVICE, 'export {};\n'.repeat(401), 'eslint(max-lines)'],
  ['a variable without a use', SERVICE, 'const a = 1; export {};', 'eslint(no-unused-vars)'],
  [
    'a script that uses what is not there',
    'scripts/a.mjs',
    'export const a = nowhere;',
    'eslint(no-undef)',
  ],
  [
    'a directive that nothing needs',
    SERVICE,
    '// oxlint-disable-next-line no-console\nexport {};',
    'Unused',
  ],
  [
    'a test without a name',
    'src/wallet/a.spec.ts',
    `it(' ', () => undefined);`,
    'shop(test-names)',
  ],
  ['a feature that imports a feature', PAGE, `import '@/features/buy/buy-page';`, 'shop(layers)'],
  [
    'a feature that imports a feature by a relative path',
    PAGE,
    `import '../buy/buy-page';`,
    'shop(layers)',
  ],
  [
    'a component that imports a feature',
    COMPONENT,
    `import '@/features/buy/buy-page';`,
    'shop(layers)',
  ],
  ['a component that calls the API', COMPONENT, `import '@/api/generated/wallet';`, 'shop(layers)'],
  [
    'a library that imports the API',
    'web/src/lib/a.ts',
    `export { a } from '../api/http';`,
    'shop(layers)',
  ],
  ['a hard-coded colour', PAGE, `export const a = '#0f6b3f';`, 'shop(colours)'],
  [
    'a static message',
    PAGE,
    `import { message } from 'antd'; export const a = message;`,
    'eslint(no-restricted-imports)',
  ],
  [
    'a static message by its path',
    PAGE,
    `import message from 'antd/es/message'; export const a = message;`,
    'eslint(no-restricted-imports)',
  ],
  [
    'an id that browsers make only over https',
    PAGE,
    'export const a = crypto.randomUUID();',
    'eslint(no-restricted-properties)',
  ],
  [
    'a hook under a condition',
    PAGE,
    `import { useState } from 'react'; export function A(p: { b: boolean }) { if (p.b) useState(1); return null; }`,
    'react-hooks(rules-of-hooks)',
  ],
  [
    'an effect that does not name what it depends on',
    PAGE,
    `import { useEffect } from 'react'; export function A({ b }: { b: () => void }) { useEffect(() => b(), []); return null; }`,
    'react-hooks(exhaustive-deps)',
  ],
];

/** What shows only with types, by the tsconfig.json of each place. */
const BROKEN_BY_TYPE = [SERVICE, 'test/medium/a.medium-spec.ts', PAGE].flatMap(
  (file): Snippet[] => [
    [
      'a floating promise',
      file,
      'async function a() { await Promise.resolve(); } export function b() { a(); }',
      'typescript(no-floating-promises)',
    ],
    [
      'a promise as a condition',
      file,
      'async function a() { return true; } export function b() { if (a()) return 1; return 2; }',
      'typescript(no-misused-promises)',
    ],
    [
      'a promise where nobody awaits it',
      file,
      'export const a = (b: number[]) => b.forEach(async () => { await Promise.resolve(); });',
      'typescript(no-misused-promises)',
    ],
    [
      'the wait for what is no promise',
      file,
      'export async function a(b: number) { return await b; }',
      'typescript(await-thenable)',
    ],
    [
      'a switch with a missing case',
      file,
      `export function a(b: 'c' | 'd') { switch (b) { case 'c': return 1; } return 2; }`,
      'typescript(switch-exhaustiveness-check)',
    ],
    ['a value of another type', file, `export const a: number = 'b';`, 'typescript(TS2322)'],
    [
      'an expected error that is none',
      file,
      `// @ts-expect-error: not one\nexport const a = 1;`,
      'typescript(TS2578)',
    ],
  ],
);

const FINE: Snippet[] = [
  ['a library', 'web/src/lib/money.ts', 'export {};', ''],
  ['a feature of its own files', PAGE, `import './wallet.css'; import '@/lib/money';`, ''],
  ['a colour of the theme', 'web/src/theme/tokens.ts', `export const a = '#0f6b3f';`, ''],
  ['console output of an entry point', 'src/cli.ts', `console.log('x');`, ''],
  [
    'the reader of the environment',
    'src/config/app-config.ts',
    'export const a = process.env;',
    '',
  ],
  [
    'a switch with a default',
    SERVICE,
    `export function a(b: 'c' | 'd') { switch (b) { case 'c': return 1; default: return 2; } }`,
    '',
  ],
];

interface Report {
  diagnostics: { filename: string; code?: string; message: string }[];
}

/** Lints the snippets in a tree of their own with the configuration of this one. @returns what is found, by file */
async function lint(snippets: Record<string, string>): Promise<Map<string, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'nairaproxy-lint-'));
  try {
    for (const path of ['.oxlintrc.json', 'lint', 'tsconfig.json', 'web/tsconfig.json'])
      await cp(inRepo(path), join(folder, path), { recursive: true });
    await symlink(inRepo('node_modules'), join(folder, 'node_modules'));
    for (const [file, code] of Object.entries(snippets)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), code);
    }
    const oxlint = inRepo('node_modules', 'oxlint', 'bin', 'oxlint');
    const { output } = await runNode([oxlint, '--format=json', 'src', 'test', 'scripts', 'web'], {
      cwd: folder,
    });
    if (!output.startsWith('{')) throw new Error(output);
    const { diagnostics } = JSON.parse(output) as Report;
    const found = new Map<string, string[]>();
    for (const { filename, code, message } of diagnostics)
      found.set(filename, [...(found.get(filename) ?? []), code ?? message]);
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file for each: several break a rule of the same place. */
const broken = [...BROKEN, ...BROKEN_BY_TYPE].map(([what, file, code, rule], index): Snippet => [
  what,
  join(dirname(file), `${index}-${basename(file)}`),
  code,
  rule,
]);

it('should report violations and accept conforming code', async () => {
  const found = await lint(
    Object.fromEntries([...broken, ...FINE].map(([, file, code]) => [file, code])),
  );
  const missed = broken.filter(
    ([, file, , rule]) => !found.get(file)?.some((code) => code.includes(rule)),
  );
  expect(missed.map(([what, file]) => [what, file, found.get(file)])).toEqual([]);
  expect(FINE.map(([what, file]) => [what, found.get(file) ?? []])).toEqual(
    FINE.map(([what]) => [what, []]),
  );
});
