import { Injectable } from '@nestjs/common';
import { toOffset, toPage, toPagination } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { toLikePattern } from '../../database/like-pattern';
import { toDecimalSql } from '../../database/naira';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import { UserAdministrationService } from '../../users/user-administration.service';
import {
  describeSubject,
  toCorrectionResult,
  type ApprovalData,
  type ListCorrectionsQuery,
  type ListedCorrection,
  type WalletCorrectionListData,
} from './wallet-corrections.dto';

const PER_PAGE = 15;
/** More than any shop has open; the list has no pages. */
const MAX_AWAITING = 500;

/** Proposals that can still be approved. */
export const IS_AWAITING = `c.status = 'proposed' AND c.expires_at > now()`;

/** Of the funding, order or payment that a correction is about. */
const ABOUT_TRANSACTION = `
  CASE
    WHEN c.kind = 'funding_reversal' THEN c.subject_id
    WHEN c.kind = 'order_refund' THEN (SELECT o.transaction_id FROM proxy_order o WHERE o.id = c.subject_id)
    WHEN c.kind = 'dispute_win' THEN
      (SELECT p.transaction_id FROM payment_chargeback b JOIN payment p ON p.id = b.payment_id WHERE b.id = c.subject_id)
    WHEN c.kind IN ('chargeback', 'goodwill') THEN (SELECT p.transaction_id FROM payment p WHERE p.id = c.subject_id)
  END`;

const SELECT = `
  SELECT c.id, c.kind, c.subject_id, c.reference, c.direction, ${toDecimalSql('c.amount_kobo')} AS amount, c.reason,
         c.status, c.needs_approval, c.decision_reason, c.reversal_of, reversal.id AS reversed_by, c.transaction_id,
         c.created_at, c.decided_at, c.expires_at, c.executes_at, ${ABOUT_TRANSACTION} AS about_transaction_id,
         json_build_object('id', u.id, 'name', u.name, 'email', u.email,
           'balance', ${toDecimalSql('coalesce(a.balance_kobo, 0)')}) AS user,
         json_build_object('id', proposer.id, 'name', proposer.name) AS proposed_by,
         CASE WHEN decider.id IS NOT NULL
           THEN json_build_object('id', decider.id, 'name', decider.name) END AS decided_by,
         (SELECT coalesce(json_agg(json_build_object('field', key, 'from', known.value, 'to', new.value)), '[]')
          FROM jsonb_each_text(c.change->'after') new,
          LATERAL (SELECT coalesce(c.change->'before'->>key, '') AS value) known
          WHERE new.value <> known.value) AS changes,
         (SELECT count(*)::int FROM users admin WHERE admin.role = 'admin' AND admin.status = 'active'
           AND admin.closed_at IS NULL AND admin.id <> c.proposed_by) AS other_admins
  FROM wallet_correction c JOIN users u ON u.id = c.user_id
  LEFT JOIN ledger_account a ON a.user_id = c.user_id AND a.kind = 'wallet' AND a.currency = 'NGN'
  JOIN users proposer ON proposer.id = c.proposed_by
  LEFT JOIN users decider ON decider.id = c.decided_by
  LEFT JOIN wallet_correction reversal ON reversal.reversal_of = c.id
    AND reversal.status IN ('proposed', 'approved')`;

/** The customer's corrections first: they are found by an index. */
const WHERE = `
  WHERE ($1::text IS NULL OR c.status = $1) AND ($2::int IS NULL OR c.user_id = $2)
    AND ($3::int IS NULL OR c.user_id = (SELECT user_id FROM wallet_transaction WHERE id = $3)
                            AND ${ABOUT_TRANSACTION} = $3)
    AND ($4::text IS NULL OR c.id::text = ltrim($4, '#') OR EXISTS
      (SELECT FROM users WHERE id IN (c.user_id, c.proposed_by) AND (name ILIKE $5 OR email::text ILIKE $5)))`;

/** Read only. */
@Injectable()
export class WalletCorrectionsQueries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly accounts: UserAdministrationService,
    private readonly settings: SettingsService,
  ) {}

  /** Newest first, what waits oldest first; with the number of open proposals. */
  async list(actor: Actor, query: ListCorrectionsQuery): Promise<WalletCorrectionListData> {
    const page = toPage(query, PER_PAGE);
    const { status = null, user_id = null, transaction_id = null, search = null } = query;
    const values = [status, user_id, transaction_id, search, search && toLikePattern(search)];
    const order = status === 'proposed' ? 'ASC' : 'DESC';
    const [rows, [{ total, awaiting }]] = await this.uow.all(
      () =>
        this.uow.manager.query<ListedCorrection[]>(
          `${SELECT} ${WHERE} ORDER BY c.created_at ${order}, c.id ${order} LIMIT $6 OFFSET $7`,
          [...values, page.perPage, toOffset(page)],
        ),
      () =>
        this.uow.manager.query<[{ total: number; awaiting: number }]>(
          `SELECT (SELECT count(*)::int FROM wallet_correction c ${WHERE}) AS total,
                  (SELECT count(*)::int FROM wallet_correction c WHERE ${IS_AWAITING}) AS awaiting`,
          values,
        ),
    );
    const isAlone = !(await this.accounts.hasSecondApprover(actor.userId));
    return {
      corrections: rows.map(toCorrectionResult),
      awaiting,
      sole_admin_delay_hours: isAlone ? (await this.settings.current()).soleAdminDelayHours : null,
      pagination: toPagination({ rows, total, page }),
    };
  }

  async get(id: number): Promise<ListedCorrection> {
    const [row] = await this.uow.manager.query<ListedCorrection[]>(`${SELECT} WHERE c.id = $1`, [
      id,
    ]);
    return row!;
  }

  /** Everything that waits for a second person, oldest first. */
  async listAwaiting(): Promise<ApprovalData[]> {
    type Row = ApprovalData & { readonly subject_id: number | null; readonly user_name: string };
    const rows = await this.uow.manager.query<Row[]>(
      `SELECT c.id, c.kind, c.subject_id, u.name AS user_name, (c.amount_kobo / 100.0)::float8 AS amount, c.reason,
              json_build_object('id', proposer.id, 'name', proposer.name) AS proposed_by, c.created_at AS proposed_at
       FROM wallet_correction c JOIN users u ON u.id = c.user_id JOIN users proposer ON proposer.id = c.proposed_by
       WHERE ${IS_AWAITING} ORDER BY c.created_at, c.id LIMIT $1`,
      [MAX_AWAITING],
    );
    return rows.map(({ subject_id, user_name, ...row }) => ({
      ...row,
      subject:
        row.kind === 'compensation'
          ? describeSubject(row.kind, subject_id)
          : `${describeSubject(row.kind, subject_id)}, ${user_name}`,
    }));
  }
}
