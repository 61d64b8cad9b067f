import type { ChainReport } from '../../../audit/audit-chain.service';

export class AuditChainData {
  /** Whether every link matches and no row is missing. */
  intact: boolean;
  /** Number of verified links. */
  checked: number;
  /** Id of the first row that breaks the chain; null when the chain is intact. */
  broken_at: number | null;
  /** Overdue rows that are not in the chain yet. */
  unchained: number;
  /** Hash of the last link, in hex. Store it elsewhere to detect a rewritten chain. */
  head: string;
}

export const toAuditChain = (report: ChainReport): AuditChainData => ({
  intact: report.intact,
  checked: report.checked,
  broken_at: report.brokenAt === null ? null : Number(report.brokenAt),
  unchained: report.unchained,
  head: report.head,
});
