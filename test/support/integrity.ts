import { AuditChainService } from '../../src/audit/audit-chain.service';
import { IntegrityService } from '../../src/admin/integrity/integrity.service';
import type { TestModule } from './testing-module';

/** Names of the violated money invariants. The audit chain is built by a job and not checked here. */
export async function findViolatedInvariants(testModule: TestModule): Promise<string[]> {
  const chain = testModule.module.get(AuditChainService, { strict: false });
  const reports = await new IntegrityService(testModule.uow, chain).check();
  return reports
    .filter(({ name, violations }) => violations > 0 && name !== 'audit-chain-is-whole')
    .map(({ name, examples }) => `${name}: ${examples.join(', ')}`);
}
