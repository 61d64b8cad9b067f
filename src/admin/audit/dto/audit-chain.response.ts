import type { ChainReport } from '../../../audit/audit-chain.service';
import { ok } from '../../../common/http/envelope.response';

export class AuditChainData {
  /** Whether every link fits and no row is missing from the chain. */
  intact: boolean;
  /** Links walked. */
  checked: number;
  /** Id of the row at which the chain breaks; null when none does. */
  broken_at: number | null;
  /** Rows that should be in the chain by now and are not. */
  unchained: number;
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
    unchained: report.unchained,
    head: report.head,
  });
