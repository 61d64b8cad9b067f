import { Injectable } from '@nestjs/common';
import { AuditChainService } from '../../audit/audit-chain.service';
import type { ChainReport } from '../../database/hash-chain/hash-chain';
import { UnitOfWork } from '../../database/unit-of-work';
import { LedgerChainService } from '../../wallet/ledger/chain/ledger-chain.service';
import { INVARIANTS, type Invariant } from './invariants.queries';

export interface InvariantReport {
  readonly name: string;
  readonly description: string;
  readonly violations: number;
  /** Subjects of the first violations. */
  readonly examples: string[];
}

const EXAMPLES = 5;

/** Checks every invariant of money and delivery. Read only. */
@Injectable()
export class IntegrityService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly auditChain: AuditChainService,
    private readonly ledgerChain: LedgerChainService,
  ) {}

  /** @returns one report per invariant, in their order, also for those that hold. */
  check(): Promise<InvariantReport[]> {
    return this.uow.runWithoutDeadline(async () => {
      const reports: InvariantReport[] = [];
      for (const invariant of INVARIANTS) reports.push(await this.checkInvariant(invariant));
      return [
        ...reports,
        toChainReport('ledger', 'ledger_transaction', await this.ledgerChain.verify()),
        toChainReport('audit', 'audit_log', await this.auditChain.verify()),
      ];
    });
  }

  private async checkInvariant({
    name,
    description,
    violationsSql,
  }: Invariant): Promise<InvariantReport> {
    const [row] = await this.uow.manager.query(
      `SELECT count(*)::int AS violations,
              coalesce((array_agg(subject ORDER BY subject))[1:${EXAMPLES}], '{}') AS examples
       FROM (${violationsSql}) AS violation`,
    );
    return { name, description, ...row };
  }
}

const toChainReport = (
  chain: 'ledger' | 'audit',
  table: string,
  { brokenAt, unchained }: ChainReport,
): InvariantReport => ({
  name: `${chain}-chain-is-whole`,
  description: `Every ${chain} row is linked into one unbroken chain`,
  violations: unchained + (brokenAt === null ? 0 : 1),
  examples: brokenAt === null ? [] : [`${table}:${brokenAt}`],
});
