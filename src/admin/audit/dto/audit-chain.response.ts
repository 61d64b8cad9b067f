import type { ChainReport } from '../../../audit/audit-chain.service';
import { ok } from '../../../common/http/envelope.response';

export class AuditChainData {
  /** Whether every link fits and nothing that should be sealed is not. */
  intact: boolean;
  /** Links walked. */
  checked: number;
  /** Id of the row at which the chain breaks; null when none does. */
  broken_at: number | null;
  /** Rows that should have been sealed by now and are not. */
  unsealed: number;
  /** Hash of the last link, in hex. Keep it elsewhere to notice a chain that was written anew. */
  head: string;
}

export class AuditChainResponse {
  success: boolean;
  data: AuditChainData;
}

export const toAuditChain = (report: ChainReport): AuditChainResponse =>
  ok({
    intact: report.intact,
    checked: report.checked,
    broken_at: report.brokenAt === null ? null : Number(report.brokenAt),
    unsealed: report.unsealed,
    head: report.head,
  });
