import { AuditChainService } from '../../src/audit/audit-chain.service';
import { IntegrityService } from '../../src/admin/integrity/integrity.service';
import type { TestModule } from './testing-module';

/** Names of the promises about money that are broken. Audit rows are linked by a job, so not asked here. */
export async function brokenPromises(testModule: TestModule): Promise<string[]> {
  const chain = testModule.module.get(AuditChainService, { strict: false });
  const reports = await new IntegrityService(testModule.uow, chain).check();
  return reports
    .filter(({ name, breaches }) => breaches > 0 && name !== 'audit-chain-is-whole')
    .map(({ name, examples }) => `${name}: ${examples.join(', ')}`);
}
