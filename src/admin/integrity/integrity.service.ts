import { Injectable } from '@nestjs/common';
import { AuditChainService } from '../../audit/audit-chain.service';
import { OperatorError } from '../../common/errors/operator-error';
import type { ChainReport, ChainPosition } from '../../database/hash-chain';
import { UnitOfWork } from '../../database/unit-of-work';
import { LedgerChainService } from '../../wallet/ledger/ledger.service';
import { LedgerPeriodService, type ClosedPeriod } from '../../wallet/ledger/ledger-period.service';
import { buildHistoryInvariants, buildInvariantsSince } from './invariants';

/** Names of the hash chains. Persisted: never rename one. */
export const CHAINS = ['ledger', 'audit'] as const;
export type ChainName = (typeof CHAINS)[number];

export interface ExportedPosition {
  /** Id of the last link. */
  readonly position: string;
  /** Hex. */
  readonly hash: string;
}

export interface ChainHeads {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly chains: Readonly<Partial<Record<ChainName, ExportedPosition>>>;
}

/** The file is not an export of chain heads; the message is for the operator. */
export class ChainHeadFileError extends OperatorError {}

export const chainHeadFileName = (day: string): string => `chain-head-${day}.json`;

export const formatChainHeads = (heads: ChainHeads): string =>
  `${JSON.stringify(heads, null, 2)}\n`;

/** @throws ChainHeadFileError */
export function parseChainHeads(text: string): ChainHeads {
  const heads = parseJson(text) as Partial<ChainHeads> | null;
  const chains = Object.entries(heads?.chains ?? {});
  const isValid = ([name, { position, hash }]: [string, ExportedPosition]) =>
    CHAINS.includes(name as ChainName) &&
    /^\d{1,18}$/.test(position) &&
    /^[0-9a-f]{64}$/.test(hash);
  if (typeof heads?.day !== 'string' || chains.length === 0 || !chains.every(isValid))
    throw new ChainHeadFileError('The file is not an export of chain heads.');
  return heads as ChainHeads;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The link of the last head exported before $1; no row when none was, or when the link is gone. */
export const AUDIT_HEAD_BEFORE = `SELECT l.id, l.audit_log_id AS "rowId", decode(h.head ->> 'hash', 'hex') AS hash
  FROM (SELECT content::jsonb #> '{chains,audit}' AS head FROM chain_head
        WHERE created_at < $1 AND content::jsonb #> '{chains,audit}' IS NOT NULL ORDER BY day DESC LIMIT 1) AS h
  JOIN audit_chain_link l ON l.id = (h.head ->> 'position')::bigint`;

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
      const invariants = since ? buildInvariantsSince(since) : buildHistoryInvariants(archived);
      for (const [name, [description, sql]] of Object.entries(invariants))
        reports.push({ name, description, ...(await this.findViolations(sql)) });
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

  private async findViolations(
    sql: string,
  ): Promise<Pick<InvariantReport, 'violations' | 'examples'>> {
    const [row] = await this.uow.manager.query(
      `SELECT count(*)::int AS violations,
              coalesce((array_agg(subject ORDER BY subject))[1:${EXAMPLES}], '{}') AS examples
       FROM (${sql}) AS violation`,
    );
    return row;
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
