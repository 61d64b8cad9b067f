import { AuditChainService } from '../../src/audit/audit-chain.service';
import { IntegrityService } from '../../src/admin/integrity/integrity.service';
import { LedgerChainService } from '../../src/wallet/ledger/chain/ledger-chain.service';
import { LedgerPeriodService } from '../../src/wallet/ledger/periods/ledger-period.service';
import type { TestModule } from './testing-module';

/** Names of the violated money invariants. The chains are built by jobs and not checked here. */
export async function findViolatedInvariants(
  testModule: Pick<TestModule, 'uow'>,
): Promise<string[]> {
  const reports = await new IntegrityService(
    testModule.uow,
    new AuditChainService(testModule.uow),
    new LedgerChainService(testModule.uow),
    LedgerPeriodService.forUnitOfWork(testModule.uow),
  ).check();
  return reports
    .filter(({ name, violations }) => violations > 0 && !name.endsWith('-chain-is-whole'))
    .map(({ name, examples }) => `${name}: ${examples.join(', ')}`);
}
