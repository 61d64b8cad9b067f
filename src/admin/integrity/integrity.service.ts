import { Injectable } from '@nestjs/common';
import { AuditChainService } from '../../audit/audit-chain.service';
import type { ChainReport } from '../../database/hash-chain/hash-chain';
import type { ChainPosition } from '../../database/hash-chain/hash-chain.repository';
import { UnitOfWork } from '../../database/unit-of-work';
import { LedgerChainService } from '../../wallet/ledger/ledger-chain.service';
import { LedgerPeriodService, type ClosedPeriod } from '../../wallet/ledger/ledger-period.service';
import { AUDIT_HEAD_BEFORE } from './audit-head.queries';
import { CHAINS, type ChainHeads } from './chain-head-file';
import { buildHistoryInvariants, buildInvariantsSince } from './ledger-since.queries';
import type { Invariant } from './invariants.queries';

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
    private readonly periods: LedgerPeriodService,
  ) {}

  /**
   * @param month reads what was written since this closed month, and what it belongs to; all history when left out,
   *   where the closing rows of the last archived month stand for the entries before.
   * @returns one report per invariant, in their order, also for those that hold.
   */
  check(month: ClosedPeriod | null = null): Promise<InvariantReport[]> {
    return this.uow.runWithoutDeadline(async () => {
      const reports: InvariantReport[] = [];
      const archives = await this.periods.findArchived();
      const archived = archives.at(-1) ?? null;
      const since = month && archived && archived.month > month.month ? archived : month;
      for (const invariant of since
        ? buildInvariantsSince(since)
        : buildHistoryInvariants(archived))
        reports.push(await this.checkInvariant(invariant));
      const from = since && {
        id: since.chainPosition,
        rowId: since.chainTransactionId,
        hash: since.chainHash,
      };
      return [
        ...reports,
        await this.checkSeals(since ? [since] : [...archives, await this.periods.findLast()]),
        toChainReport(
          'ledger',
          'ledger_transaction',
          await this.ledgerChain.verify(from ?? undefined),
        ),
        toChainReport(
          'audit',
          'audit_log',
          await this.auditChain.verify(since ? await this.findAuditHead(since) : undefined),
        ),
      ];
    });
  }

  /** Continues from the last closed month; all history when there is none. */
  async checkSinceLastPeriod(): Promise<InvariantReport[]> {
    return this.check(await this.periods.findLast());
  }

  /** Compares the chains with exported heads: a chain that was rewritten as a whole is sound in itself. */
  async compareHeads({ day, chains }: ChainHeads): Promise<InvariantReport[]> {
    const reports: InvariantReport[] = [];
    for (const name of CHAINS) {
      const exported = chains[name];
      if (!exported) continue;
      const chain = name === 'ledger' ? this.ledgerChain : this.auditChain;
      const isSame = (await chain.hashAt(exported.position)) === exported.hash;
      reports.push({
        name: `${name}-chain-contains-exported-head`,
        description: `The ${name} chain is the one whose head was exported on ${day}`,
        violations: isSame ? 0 : 1,
        examples: isSame ? [] : [`${name}_chain_link:${exported.position}`],
      });
    }
    return reports;
  }

  /** The last head of the audit chain that was exported before the end of the month. */
  private async findAuditHead({ endsAt }: ClosedPeriod): Promise<ChainPosition | undefined> {
    const [head] = await this.uow.manager.query<ChainPosition[]>(AUDIT_HEAD_BEFORE, [endsAt]);
    return head;
  }

  private async checkSeals(periods: readonly (ClosedPeriod | null)[]): Promise<InvariantReport> {
    const broken: string[] = [];
    for (const period of periods)
      if (period && !(await this.periods.isSealed(period)))
        broken.push(`ledger_period:${period.month}`);
    return {
      name: 'closing-balances-are-sealed',
      description: 'The closing balances of the closed month are those that were sealed',
      violations: broken.length,
      examples: broken.slice(0, EXAMPLES),
    };
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
