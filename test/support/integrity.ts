import { AuditChainService } from '../../src/audit/audit-chain.service';
import { IntegrityService } from '../../src/admin/integrity/integrity.service';
import { DatabaseClock } from '../../src/database/database-clock';
import { LedgerChainService } from '../../src/wallet/ledger/ledger.service';
import { LedgerPeriodService } from '../../src/wallet/ledger/ledger-period.service';
import type { TestModule } from './testing-module';

/** Names of the violated money invariants. The chains are built by jobs and not checked here. */
export async function findViolatedInvariants(
  testModule: Pick<TestModule, 'uow'>,
): Promise<string[]> {
  const reports = await new IntegrityService(
    testModule.uow,
    new AuditChainService(testModule.uow),
    new LedgerChainService(testModule.uow),
    new LedgerPeriodService(testModule.uow, new DatabaseClock(testModule.uow)),
  ).check();
  return reports
    .filter(({ name, violations }) => violations > 0 && !name.endsWith('-chain-is-whole'))
    .map(({ name, examples }) => `${name}: ${examples.join(', ')}`);
}

/**
 * Expects every money invariant to hold at the end of the spec file, or after each case; call it before the hook that
 * closes the application. What a case breaks stays in the books. `CHECK_INVARIANTS=each` finds the case.
 * @param except start of the invariants that the fixtures of the file violate.
 */
export function expectInvariantsToHold(
  open: () => Pick<TestModule, 'uow'>,
  { except = 'nothing', per = 'file' }: { except?: string; per?: 'file' | 'case' } = {},
): void {
  const isPerCase = per === 'case' || process.env.CHECK_INVARIANTS === 'each';
  (isPerCase ? afterEach : afterAll)(async () => {
    const violated = await findViolatedInvariants(open());
    expect(violated.filter((text) => !text.startsWith(except))).toEqual([]);
  });
}
