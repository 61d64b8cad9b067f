import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRepo } from '../support/repo';
import { runNode } from '../support/run-node';

// The child process takes ten seconds, but minutes on a busy machine.
jest.setTimeout(300_000);

const DEPCRUISE = inRepo('node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
const CONFIG = inRepo('.dependency-cruiser.cjs');

const cruise = (cwd: string, ...flags: string[]) =>
  runNode([DEPCRUISE, '--config', CONFIG, ...flags, 'src'], { cwd });

interface Report {
  summary: { violations: { rule: { name: string } }[] };
}

/** Runs dependency-cruiser on a small source tree. @returns names of the violated rules */
async function rulesBrokenBy(files: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'nairaproxy-modules-'));
  try {
    for (const [path, text] of Object.entries({
      'package.json': '{"dependencies":{"bullmq":"*","@nestjs/bullmq":"*"}}',
      'tsconfig.json': '{"compilerOptions":{"module":"NodeNext","moduleResolution":"NodeNext"}}',
      'node_modules/bullmq/package.json': '{"name":"bullmq","version":"1.0.0","main":"index.js"}',
      'node_modules/bullmq/index.js': 'exports.Queue = class {};',
      'node_modules/@nestjs/bullmq/package.json':
        '{"name":"@nestjs/bullmq","version":"1.0.0","main":"index.js"}',
      'node_modules/@nestjs/bullmq/index.js': 'exports.Processor = () => {};',
      ...files,
    })) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const { output } = await cruise(folder, '--output-type', 'json');
    const report = JSON.parse(output) as Report;
    return [...new Set(report.summary.violations.map(({ rule }) => rule.name))].sort();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const A = 'export class A {}';

describe('module graph of src', () => {
  it('should contain only the allowed imports', async () => {
    const { status, output } = await cruise(inRepo());
    expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
  });

  const broken: [string, string, Record<string, string>][] = [
    [
      'a lower module that imports a higher one',
      'module-dag-wallet',
      {
        'src/wallet/wallet.service.ts': `export { A } from '../payments/payments.service';`,
        'src/payments/payments.service.ts': A,
      },
    ],
    [
      'common that imports a module',
      'common-imports-nothing',
      {
        'src/common/a.ts': `export { A } from '../audit/audit.service';`,
        'src/audit/audit.service.ts': A,
      },
    ],
    [
      'a repository of another module',
      'private-repositories-adapters-dto-jobs',
      {
        'src/payments/payments.service.ts': `export { A } from '../wallet/ledger.repository';`,
        'src/wallet/ledger.repository.ts': A,
      },
    ],
    [
      'an adapter of another module under a public name',
      'private-folders',
      {
        'src/admin/admin.service.ts': `export { A } from '../payments/adapters/korapay.service';`,
        'src/payments/adapters/korapay.service.ts': A,
      },
    ],
    [
      'an entity of another module used at run time',
      'entities-as-types',
      {
        'src/payments/payments.service.ts': `import { A } from '../wallet/a.entity'; new A();`,
        'src/wallet/a.entity.ts': A,
      },
    ],
    [
      'a circle',
      'no-circular',
      {
        'src/wallet/a.ts': `import { b } from './b'; export const a = () => b;`,
        'src/wallet/b.ts': `import { a } from './a'; export const b = () => a;`,
      },
    ],
    [
      'the sandbox in production code',
      'no-import-of-sandbox',
      {
        'src/payments/payments.service.ts': `export { A } from '../sandbox/a.service';`,
        'src/sandbox/a.service.ts': A,
      },
    ],
    [
      'an import of the back office',
      'no-import-of-admin',
      {
        'src/users/users.service.ts': `export { A } from '../admin/admin.service';`,
        'src/admin/admin.service.ts': A,
      },
    ],
    [
      'the job library outside queue',
      'sdk-only-in-adapters-bullmq',
      { 'src/mail/mail.service.ts': `export { Queue } from 'bullmq';` },
    ],
    [
      'the job library in a processor',
      'sdk-only-in-adapters-bullmq',
      { 'src/mail/jobs/mail.processor.ts': `export { Queue } from 'bullmq';` },
    ],
    [
      'the Nest module of the job library outside queue and processors',
      'sdk-only-in-adapters-nestjs-bullmq',
      { 'src/mail/mail.module.ts': `export { BullModule } from '@nestjs/bullmq';` },
    ],
    [
      'test code at run time',
      'no-test-code-at-run-time',
      { 'src/mail/mail.service.ts': `export { A } from '../../test/a';`, 'test/a.ts': A },
    ],
    [
      'a module that is not listed',
      'every-module-is-listed',
      { 'src/attic/a.ts': `export { A } from './b';`, 'src/attic/b.ts': A },
    ],
    [
      'a module that imports the composition of the application',
      'no-import-of-composition-root',
      {
        'src/http/a.ts': `export { A } from '../app.module';`,
        'src/app.module.ts': A,
      },
    ],
    [
      'jobs in the API process',
      'jobs-modules-in-the-worker',
      {
        'src/app.module.ts': `export { A } from './mail/mail-jobs.module';`,
        'src/mail/mail-jobs.module.ts': A,
      },
    ],
  ];

  it.each(broken)('should forbid %s', async (_what, rule, files) => {
    expect(await rulesBrokenBy(files)).toContain(rule);
  });

  it('should allow type imports between modules', async () => {
    expect(
      await rulesBrokenBy({
        'src/payments/payments.service.ts': `import type { A } from '../wallet/a.entity'; export type B = A;`,
        'src/wallet/a.entity.ts': A,
      }),
    ).toEqual([]);
  });

  it('should allow a module to declare a processor of its queue', async () => {
    expect(
      await rulesBrokenBy({
        'src/mail/jobs/mail.processor.ts': `export { Processor } from '@nestjs/bullmq';`,
      }),
    ).toEqual([]);
  });
});
