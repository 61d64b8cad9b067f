import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRepo } from '../support/repo';
import { runNode } from '../support/run-node';

const A = 'export class A {}';

/** What the imports below find. */
const IMPORTED = {
  'package.json': '{"dependencies":{"bullmq":"*","@nestjs/bullmq":"*"}}',
  'tsconfig.json': '{"compilerOptions":{"module":"NodeNext","moduleResolution":"NodeNext"}}',
  'node_modules/bullmq/package.json': '{"name":"bullmq","version":"1.0.0","main":"index.js"}',
  'node_modules/bullmq/index.js': 'exports.Queue = class {};',
  'node_modules/@nestjs/bullmq/package.json':
    '{"name":"@nestjs/bullmq","version":"1.0.0","main":"index.js"}',
  'node_modules/@nestjs/bullmq/index.js': 'exports.Processor = () => {};',
  'src/admin/admin.service.ts': A,
  'src/app.module.ts': A,
  'src/attic/b.ts': A,
  'src/audit/audit.service.ts': A,
  'src/mail/mail-jobs.module.ts': A,
  'src/payments/adapters/korapay.service.ts': A,
  'src/payments/payments.service.ts': A,
  'src/sandbox/a.service.ts': A,
  'src/wallet/a.entity.ts': A,
  'src/wallet/d.ts': `import { c } from './c'; export const d = () => c;`,
  'src/wallet/ledger.repository.ts': A,
  'test/a.ts': A,
};

type Import = [what: string, file: string, code: string, rule: string];

const BROKEN: Import[] = [
  [
    'a lower module that imports a higher one',
    'src/wallet/wallet.service.ts',
    `export { A } from '../payments/payments.service';`,
    'module-dag-wallet',
  ],
  [
    'common that imports a module',
    'src/common/a.ts',
    `export { A } from '../audit/audit.service';`,
    'common-imports-nothing',
  ],
  [
    'a repository of another module',
    'src/payments/a.service.ts',
    `export { A } from '../wallet/ledger.repository';`,
    'private-repositories-adapters-dto-jobs',
  ],
  [
    'an adapter of another module under a public name',
    'src/admin/a.service.ts',
    `export { A } from '../payments/adapters/korapay.service';`,
    'private-folders',
  ],
  [
    'an entity of another module used at run time',
    'src/payments/b.service.ts',
    `import { A } from '../wallet/a.entity'; new A();`,
    'entities-as-types',
  ],
  [
    'a circle',
    'src/wallet/c.ts',
    `import { d } from './d'; export const c = () => d;`,
    'no-circular',
  ],
  [
    'the sandbox in production code',
    'src/payments/c.service.ts',
    `export { A } from '../sandbox/a.service';`,
    'no-import-of-sandbox',
  ],
  [
    'an import of the back office',
    'src/users/users.service.ts',
    `export { A } from '../admin/admin.service';`,
    'no-import-of-admin',
  ],
  [
    'the job library outside queue',
    'src/mail/mail.service.ts',
    `export { Queue } from 'bullmq';`,
    'sdk-only-in-adapters-bullmq',
  ],
  [
    'the job library in a processor',
    'src/mail/jobs/a.processor.ts',
    `export { Queue } from 'bullmq';`,
    'sdk-only-in-adapters-bullmq',
  ],
  [
    'the Nest module of the job library outside queue and processors',
    'src/mail/mail.module.ts',
    `export { BullModule } from '@nestjs/bullmq';`,
    'sdk-only-in-adapters-nestjs-bullmq',
  ],
  [
    'test code at run time',
    'src/mail/a.service.ts',
    `export { A } from '../../test/a';`,
    'no-test-code-at-run-time',
  ],
  [
    'a module that is not listed',
    'src/attic/a.ts',
    `export { A } from './b';`,
    'every-module-is-listed',
  ],
  [
    'a module that imports the composition of the application',
    'src/http/a.ts',
    `export { A } from '../app.module';`,
    'no-import-of-composition-root',
  ],
  [
    'jobs in the API process',
    'src/api.module.ts',
    `export { A } from './mail/mail-jobs.module';`,
    'jobs-modules-in-the-worker',
  ],
];

const FINE = {
  'src/payments/d.service.ts': `import type { A } from '../wallet/a.entity'; export type B = A;`,
  'src/mail/mail-jobs.module.ts': `export { Processor } from '@nestjs/bullmq';`,
};

interface Report {
  summary: { violations: { from: string; rule: { name: string } }[] };
}

/** Runs dependency-cruiser on a small source tree. @returns the violated rules by file */
async function rulesBrokenBy(files: Record<string, string>): Promise<Map<string, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'nairaproxy-modules-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const command = inRepo('node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
    const config = inRepo('.dependency-cruiser.cjs');
    const { output } = await runNode(
      [command, '--config', config, '--output-type', 'json', 'src'],
      { cwd: folder },
    );
    const broken = new Map<string, string[]>();
    for (const { from, rule } of (JSON.parse(output) as Report).summary.violations)
      broken.set(from, [...(broken.get(from) ?? []), rule.name]);
    return broken;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

it('should forbid what breaks a rule of the module graph, and nothing else', async () => {
  const broken = Object.fromEntries(BROKEN.map(([, file, code]) => [file, code]));
  const found = await rulesBrokenBy({ ...IMPORTED, ...FINE, ...broken });
  const missed = BROKEN.filter(([, file, , rule]) => !found.get(file)?.includes(rule));
  expect(missed.map(([what, file]) => [what, found.get(file)])).toEqual([]);
  const innocent = [...found].filter(([file]) => !(file in broken));
  expect(innocent).toEqual([]);
});
