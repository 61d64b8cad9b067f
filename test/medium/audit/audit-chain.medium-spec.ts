import { plainNumber } from '../../../src/audit/audit-changes.types';
import { Money } from '../../../src/common/money/money';
import { AuditChainService } from '../../../src/audit/audit-chain.service';
import { AuditModule } from '../../../src/audit/audit.module';
import { AuditService } from '../../../src/audit/audit.service';
import { createTestModule, type TestModule } from '../../support/testing-module';

describe('Audit chain', () => {
  let testModule: TestModule;
  let chain: AuditChainService;
  let audit: AuditService;

  beforeEach(async () => {
    testModule = await createTestModule([AuditModule]);
    chain = testModule.module.get(AuditChainService);
    audit = testModule.module.get(AuditService);
  });
  afterEach(() => testModule.close());

  const record = (details: string) =>
    testModule.uow.run(() =>
      audit.record('system', {
        action: 'system.seeded',
        target: 'catalog',
        details,
        after: { naira: 'ọ̀rá', balance: Money.naira(1), nested: [plainNumber(1), null] },
      }),
    );

  it('should link every row once when extended concurrently', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => record(`row ${index}`)));
    await Promise.all(Array.from({ length: 5 }, () => chain.extend()));
    await chain.extend();
    expect(await chain.verify()).toMatchObject({ intact: true, checked: 20, unchained: 0 });
  });

  it('should detect a modified row', async () => {
    await record('honest');
    await record('also honest');
    await chain.extend();
    await testModule.sql('ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only');
    await testModule.sql(`UPDATE audit_log SET details = 'forged' WHERE details = 'honest'`);
    const report = await chain.verify();
    expect(report.intact).toBe(false);
    expect(report.brokenAt).toBe('1');
  });

  it('should not contain rows of a rolled back transaction', async () => {
    await expect(
      testModule.uow.run(async () => {
        await audit.record('system', {
          action: 'system.seeded',
          target: 'catalog',
          details: 'never was',
        });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await testModule.sql('SELECT 1 FROM audit_log')).toHaveLength(0);
  });
});
