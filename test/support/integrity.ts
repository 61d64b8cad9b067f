import { AuditChainService } from '../../src/audit/audit-chain.service';
import { IntegrityService } from '../../src/admin/integrity/integrity.service';
import type { Room } from './room';

/** Names of the promises about money that are broken. Audit rows are sealed by a job, so not asked here. */
export async function brokenPromises(room: Room): Promise<string[]> {
  const chain = room.module.get(AuditChainService, { strict: false });
  const reports = await new IntegrityService(room.uow, chain).check();
  return reports
    .filter(({ name, breaches }) => breaches > 0 && name !== 'audit-chain-is-whole')
    .map(({ name, examples }) => `${name}: ${examples.join(', ')}`);
}
