import { Money } from '../../common/money/money';
import type { ProposedChange } from '../../wallet/corrections/wallet-correction.entity';
import type { TransactionType, CorrectionKind, CorrectionStatus } from '../../wallet/wallet.types';
import { Injectable } from '@nestjs/common';
import { toOffset, type Page, type Paged } from '../../common/http/pagination.dto';
import { UnitOfWork } from '../../database/unit-of-work';

export interface CorrectionFilter {
  readonly status?: CorrectionStatus;
  readonly userId?: number;
  /** The transaction of the payment, order or funding that they are about. */
  readonly transactionId?: number;
}

interface Person {
  readonly id: number;
  readonly name: string;
}

/** What waits for a second person. */
export interface AwaitingApproval {
  /** Of the correction. */
  readonly id: number;
  readonly kind: CorrectionKind;
  readonly subjectId: number | null;
  /** Whom it concerns. */
  readonly userName: string;
  readonly amount: Money | null;
  readonly reason: string;
  readonly proposedBy: Person;
  readonly proposedAt: Date;
}

/** A correction with the names of everyone concerned. */
export interface ListedCorrection {
  readonly id: number;
  readonly kind: CorrectionKind;
  readonly subjectId: number | null;
  readonly reference: string;
  readonly user: Person & { readonly email: string; readonly balance: Money };
  /** Null for a change, as is the amount. */
  readonly direction: TransactionType | null;
  readonly amount: Money | null;
  readonly change: ProposedChange | null;
  readonly reason: string;
  readonly status: CorrectionStatus;
  readonly needsApproval: boolean;
  readonly proposedBy: Person;
  readonly decidedBy: Person | null;
  readonly decisionReason: string | null;
  readonly reversalOf: number | null;
  /** The reversal that is open or posted. */
  readonly reversedBy: number | null;
  readonly transactionId: number | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  readonly expiresAt: Date;
  /** Active admins besides the proposer. */
  readonly otherAdmins: number;
}

type Row = Record<string, unknown>;

const SELECT = `
  SELECT c.*, u.name AS user_name, u.email AS user_email, coalesce(a.balance_kobo, 0) AS balance_kobo,
         proposer.name AS proposer_name, decider.name AS decider_name, reversal.id AS reversed_by,
         (SELECT count(*)::int FROM users admin WHERE admin.role = 'admin' AND admin.status = 'active'
           AND admin.closed_at IS NULL AND admin.id <> c.proposed_by) AS other_admins
  FROM wallet_correction c JOIN users u ON u.id = c.user_id
  LEFT JOIN ledger_account a ON a.user_id = c.user_id AND a.kind = 'wallet' AND a.currency = 'NGN'
  JOIN users proposer ON proposer.id = c.proposed_by
  LEFT JOIN users decider ON decider.id = c.decided_by
  LEFT JOIN wallet_correction reversal ON reversal.reversal_of = c.id
    AND reversal.status IN ('proposed', 'approved')`;

/** What a correction of its kind is about belongs to transaction $3. */
const IS_ABOUT_TRANSACTION = `
  CASE c.kind
    WHEN 'funding_reversal' THEN c.subject_id = $3
    WHEN 'order_refund' THEN c.subject_id IN (SELECT id FROM proxy_order WHERE transaction_id = $3)
    WHEN 'dispute_win' THEN c.subject_id IN
      (SELECT b.id FROM payment_chargeback b JOIN payment p ON p.id = b.payment_id WHERE p.transaction_id = $3)
    WHEN 'chargeback' THEN c.subject_id IN (SELECT id FROM payment WHERE transaction_id = $3)
    WHEN 'goodwill' THEN c.subject_id IN (SELECT id FROM payment WHERE transaction_id = $3)
    ELSE false
  END`;
/** The customer's corrections first: they are found by an index. */
const WHERE = `
  WHERE ($1::text IS NULL OR c.status = $1) AND ($2::int IS NULL OR c.user_id = $2)
    AND ($3::int IS NULL OR c.user_id = (SELECT user_id FROM wallet_transaction WHERE id = $3)
                            AND ${IS_ABOUT_TRANSACTION})`;

/** Read only. */
@Injectable()
export class WalletCorrectionsQueries {
  constructor(private readonly uow: UnitOfWork) {}

  async list(filter: CorrectionFilter, page: Page): Promise<Paged<ListedCorrection>> {
    const { status, userId, transactionId } = filter;
    const values = [status ?? null, userId ?? null, transactionId ?? null];
    const [rows, [{ total }]] = await this.uow.all<[Row[], [{ total: number }]]>(
      () =>
        this.uow.manager.query(
          `${SELECT} ${WHERE} ORDER BY c.created_at DESC, c.id DESC LIMIT $4 OFFSET $5`,
          [...values, page.perPage, toOffset(page)],
        ),
      () =>
        this.uow.manager.query(
          `SELECT count(*)::int AS total FROM wallet_correction c ${WHERE}`,
          values,
        ),
    );
    return { rows: rows.map(toListed), total, page };
  }

  async get(id: number): Promise<ListedCorrection> {
    const [row] = await this.uow.manager.query<Row[]>(`${SELECT} WHERE c.id = $1`, [id]);
    return toListed(row!);
  }

  /** Everything that waits for a second person, oldest first. */
  async findAwaiting(limit: number): Promise<AwaitingApproval[]> {
    const rows = await this.uow.manager.query<Row[]>(
      `SELECT c.id, c.kind, c.subject_id, c.amount_kobo, c.reason, c.proposed_by, c.created_at,
              proposer.name AS proposer_name, u.name AS user_name
       FROM wallet_correction c JOIN users u ON u.id = c.user_id JOIN users proposer ON proposer.id = c.proposed_by
       WHERE c.status = 'proposed' AND c.expires_at > now()
       ORDER BY c.created_at, c.id LIMIT $1`,
      [limit],
    );
    return rows.map((row) => ({
      id: row.id as number,
      kind: row.kind as AwaitingApproval['kind'],
      subjectId: row.subject_id as number | null,
      userName: row.user_name as string,
      amount: row.amount_kobo === null ? null : money(row.amount_kobo),
      reason: row.reason as string,
      proposedBy: { id: row.proposed_by as number, name: row.proposer_name as string },
      proposedAt: row.created_at as Date,
    }));
  }

  /** Proposals that can still be approved. */
  async countAwaiting(): Promise<number> {
    const [row] = await this.uow.manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM wallet_correction WHERE status = 'proposed' AND expires_at > now()`,
    );
    return row.count;
  }
}

const money = (kobo: unknown): Money => Money.kobo(BigInt(kobo as string));

const toListed = (row: Row): ListedCorrection => ({
  id: row.id as number,
  kind: row.kind as ListedCorrection['kind'],
  subjectId: row.subject_id as number | null,
  reference: row.reference as string,
  user: {
    id: row.user_id as number,
    name: row.user_name as string,
    email: row.user_email as string,
    balance: money(row.balance_kobo),
  },
  direction: row.direction as ListedCorrection['direction'],
  amount: row.amount_kobo === null ? null : money(row.amount_kobo),
  change: row.change as ListedCorrection['change'],
  reason: row.reason as string,
  status: row.status as ListedCorrection['status'],
  needsApproval: row.needs_approval as boolean,
  proposedBy: { id: row.proposed_by as number, name: row.proposer_name as string },
  decidedBy:
    row.decided_by === null
      ? null
      : { id: row.decided_by as number, name: row.decider_name as string },
  decisionReason: row.decision_reason as string | null,
  reversalOf: row.reversal_of as number | null,
  reversedBy: row.reversed_by as number | null,
  transactionId: row.transaction_id as number | null,
  createdAt: row.created_at as Date,
  decidedAt: row.decided_at as Date | null,
  expiresAt: row.expires_at as Date,
  otherAdmins: row.other_admins as number,
});
