import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { nameCountry } from '../../common/country';
import { invalidFields } from '../../common/errors/domain-error';
import { toKeyedReference, withMessage } from '../../common/http/api.decorators';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { readableTime, ZONE } from '../../common/time/calendar';
import { UnitOfWork } from '../../database/unit-of-work';
import { InboxService } from '../../notifications/inbox/inbox.service';
import { ProxiesService } from '../../proxies/proxies.service';
import { JobQueue } from '../../queue/job-queue';
import { UsersService } from '../../users/users.service';
import { WalletCorrectionService } from '../../wallet/corrections/wallet-correction.service';
import { WalletService } from '../../wallet/wallet.service';
import { refuse } from '../users/admin-users.errors';
import { ApprovalService } from '../wallet-corrections/approval.service';
import type {
  CompensationData,
  CompensationPreviewData,
  CompensationResponse,
  CompensationsData,
  CompensationTermsDto,
  ProposeCompensationDto,
} from './compensation.dto';
import { Compensation } from './compensation.entity';

const MEGABYTE = 1024 ** 2;
const SAMPLE = 20;
/** In one job, so that others of the queue do not wait for long. */
const BATCH_SIZE = 200;

/**
 * Proxies that were in use in a span: $1 `ExitKind`, $2 country, $3 exit, $4 network, $5 from and $6 until, $7 megabytes; null
 * matches any. With megabytes only those that traffic can be added to, and what that is worth.
 */
const CHOSEN = `SELECT p.id, p.user_id, u.name,
    coalesce(ceil(p.price_kobo::numeric * $7::int * ${MEGABYTE} / nullif(p.limit_bytes, 0)), 0) AS worth
  FROM proxy p JOIN users u ON u.id = p.user_id
  WHERE p.created_at < $6::timestamptz AND p.expires_at > $5::timestamptz AND p.refunded_at IS NULL
    AND u.role = 'user' AND u.closed_at IS NULL
    AND ($1::text IS NULL OR p.type = CASE $1 WHEN 'datacenter' THEN 'individual_ipv4' ELSE $1 || '_ipv4' END)
    AND ($2::text IS NULL OR p.country = $2) AND ($3::int IS NULL OR p.exit_node_id = $3)
    AND ($4::int IS NULL OR EXISTS (SELECT FROM supply_usage su WHERE su.network_id = $4 AND su.proxy_id = p.id
          AND su.day >= date_trunc('day', $5::timestamptz, '${ZONE}') AND su.day < $6::timestamptz))
    AND ($7::int IS NULL OR (p.limit_bytes > 0 AND p.status <> 'expired' AND p.expires_at > now()))`;

const SELECT = `SELECT k.id, k.give, (k.amount_kobo / 100)::int AS amount, k.megabytes, k.scope, k.reason,
    CASE WHEN k.finished_at IS NOT NULL THEN 'done' WHEN k.approved_at IS NOT NULL THEN 'running'
      ELSE coalesce((SELECT c.status FROM wallet_correction c WHERE c.kind = 'compensation' AND c.subject_id = k.id), 'proposed')
    END AS status, (k.total_kobo / 100.0)::float8 AS total, n.customers, n.given, n.refused, u.name AS proposed_by,
    k.created_at, k.finished_at
  FROM compensation k JOIN users u ON u.id = k.proposed_by CROSS JOIN LATERAL (
    SELECT count(*)::int AS customers, count(done_at)::int - count(refusal)::int AS given, count(refusal)::int AS refused
    FROM compensation_customer WHERE compensation_id = k.id) AS n`;

interface DueCustomer {
  readonly id: number;
  readonly userId: number;
  /** Of credit. */
  readonly amountKobo: string | null;
  readonly megabytes: number | null;
  readonly reason: string;
}

/** Compensation of many customers: proposed with a fixed list of them, approved by a second person, given by the worker. */
@Injectable()
export class CompensationsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly approvals: ApprovalService,
    private readonly corrections: WalletCorrectionService,
    private readonly users: UsersService,
    private readonly wallet: WalletService,
    private readonly proxies: ProxiesService,
    private readonly inbox: InboxService,
    private readonly audit: AuditService,
    private readonly jobs: JobQueue,
  ) {}

  async list(): Promise<CompensationsData> {
    const sql = `${SELECT} ORDER BY k.id DESC LIMIT 50`;
    return { compensations: await this.uow.manager.query<CompensationResponse[]>(sql) };
  }

  async preview(terms: CompensationTermsDto): Promise<CompensationPreviewData> {
    type Counts = Pick<CompensationPreviewData, 'customers' | 'proxies' | 'sample'>;
    const [{ worth, ...counts }] = await this.uow.manager.query<[Counts & { worth: string }]>(
      `WITH customer AS (SELECT user_id AS id, name, count(*)::int AS proxies, sum(worth) AS worth
         FROM (${CHOSEN}) AS chosen GROUP BY user_id, name)
       SELECT count(*)::int AS customers, coalesce(sum(proxies), 0)::int AS proxies, coalesce(sum(worth), 0)::text AS worth,
         coalesce((SELECT json_agg(json_build_object('id', id, 'name', name, 'proxies', proxies) ORDER BY id)
           FROM (SELECT * FROM customer ORDER BY id LIMIT ${SAMPLE}) AS first), '[]') AS sample
       FROM customer`,
      toValues(terms),
    );
    const total = isCredit(terms)
      ? Money.naira(terms.amount!).times(counts.customers)
      : Money.kobo(BigInt(worth));
    return {
      ...counts,
      megabytes: counts.proxies * (toMegabytes(terms) ?? 0),
      total: Number(total.toDecimalString()),
    };
  }

  /**
   * Fixes who is compensated; begins at once where the limits of the settings allow it, else it waits for another admin.
   * @param key the caller's; the same one proposes once.
   * @throws DomainError invalid, conflict NOBODY_COMPENSATED or COMPENSATION_CHANGED.
   */
  async propose(
    actor: Actor,
    body: ProposeCompensationDto,
    key: string | undefined,
  ): Promise<CompensationData> {
    const call = ['compensation', ...toValues(body).map(String), String(body.amount)];
    const reference = toKeyedReference('GOODWILL', actor, call, key);
    const id = await this.uow.run(async () => {
      const today = await this.approvals.lock(actor);
      const manager = this.uow.requireTransaction();
      const earlier = await manager.findOneBy(Compensation, { reference });
      if (earlier) return earlier.id;
      const planned = await this.preview(body);
      if (planned.customers === 0) throw refuse('NOBODY_COMPENSATED');
      if ((body.expected_total ?? planned.total) !== planned.total)
        throw refuse('COMPENSATION_CHANGED');
      const total = Money.parseDecimal(planned.total)!;
      const { give, reason } = body;
      const scope = describeScope(body);
      const { identifiers } = await manager.insert(Compensation, {
        ...{ give, reason, scope, reference, total, proposedBy: actor.userId },
        amount: isCredit(body) ? Money.naira(body.amount!) : null,
        megabytes: toMegabytes(body),
      });
      const inserted = identifiers[0]!.id as number;
      const [fixed] = await manager.query<[{ customers: number; proxies: number }]>(
        `WITH given AS (INSERT INTO compensation_proxy (compensation_id, proxy_id, user_id)
           SELECT $8, id, user_id FROM (${CHOSEN}) AS chosen RETURNING user_id),
         reached AS (INSERT INTO compensation_customer (compensation_id, user_id)
           SELECT DISTINCT $8::int, user_id FROM given RETURNING user_id)
         SELECT (SELECT count(*)::int FROM reached) AS customers, (SELECT count(*)::int FROM given) AS proxies`,
        [...toValues(body), inserted],
      );
      // A proxy may have ended since the total was computed.
      if (fixed.customers !== planned.customers || fixed.proxies !== planned.proxies)
        throw refuse('COMPENSATION_CHANGED');
      // A proposal has an amount, also of traffic that is worth nothing.
      const amount = total.isPositive ? total : Money.kobo(1n);
      const gift = isCredit(body)
        ? `${formatNaira(Money.naira(body.amount!))} each`
        : `${body.megabytes} MB for each of ${planned.proxies} proxies`;
      const what = `${reason} (${planned.customers} customers, ${gift}: ${scope})`;
      const movement = { kind: 'compensation', direction: 'credit', amount } as const;
      if (await this.approvals.reserve(actor, today, movement)) {
        await this.audit.record(actor, {
          action: 'wallet.compensation_begun',
          target: `compensation:${inserted}`,
          details: `Compensates customers with ${formatNaira(total)} in all. ${what}`,
        });
        await this.start(inserted);
      } else {
        const { correction } = await this.corrections.create(actor, {
          ...{ ...movement, userId: actor.userId, subjectId: inserted, reference, reason: what },
          ...{ needsApproval: true, reversalOf: null },
        });
        await this.approvals.announce(actor, correction, what);
      }
      return inserted;
    });
    const compensation = await this.get(id);
    return withMessage(
      { compensation },
      compensation.status === 'proposed'
        ? 'Proposed: it waits for approval. Nothing has been given yet.'
        : 'The customers are being compensated.',
    );
  }

  /** Leaves it to the worker, at most once. Needs an open unit of work. */
  async start(id: number): Promise<void> {
    const [, started] = await this.uow
      .requireTransaction()
      .query<[unknown, number]>(
        `UPDATE compensation SET approved_at = now() WHERE id = $1 AND approved_at IS NULL`,
        [id],
      );
    if (started !== 1) throw new Error(`The compensation ${id} has begun before`);
    await this.uow.afterCommit(() => this.jobs.add('admin.give-compensations', {}));
  }

  /** Gives what is due, each customer in a transaction; several workers take different ones. */
  async giveDue(): Promise<void> {
    for (let given = 0; given < BATCH_SIZE; given++)
      if (!(await this.uow.run(() => this.giveNext()))) return;
    await this.jobs.add('admin.give-compensations', {});
  }

  /** @returns false when no customer is left whom nobody else is giving theirs. */
  private async giveNext(): Promise<boolean> {
    const manager = this.uow.requireTransaction();
    const [due] = await manager.query<DueCustomer[]>(
      `SELECT k.id, c.user_id AS "userId", k.amount_kobo::text AS "amountKobo", k.megabytes, k.reason
       FROM compensation_customer c JOIN compensation k ON k.id = c.compensation_id
       WHERE k.approved_at IS NOT NULL AND k.finished_at IS NULL AND c.done_at IS NULL
       ORDER BY c.compensation_id, c.user_id LIMIT 1 FOR UPDATE OF c SKIP LOCKED`,
    );
    if (!due) {
      await manager.query(
        `UPDATE compensation k SET finished_at = now() WHERE approved_at IS NOT NULL AND finished_at IS NULL
           AND NOT EXISTS (SELECT FROM compensation_customer c WHERE c.compensation_id = k.id AND c.done_at IS NULL)`,
      );
      return false;
    }
    const refusal = await this.give(due);
    await manager.query(
      `UPDATE compensation_customer SET done_at = now(), refusal = $3 WHERE compensation_id = $1 AND user_id = $2`,
      [due.id, due.userId, refusal],
    );
    return true;
  }

  /** @returns why nothing could be given; null when it was. */
  private async give({
    id,
    userId,
    amountKobo,
    megabytes,
    reason,
  }: DueCustomer): Promise<string | null> {
    if (amountKobo !== null) await this.wallet.lockWallet(userId);
    const user = await this.users.lockShared(userId);
    if (!user) return 'The account is closed.';
    let gift: string;
    if (amountKobo !== null) {
      if (user.role !== 'user' || (await this.users.findTeam(user)))
        return 'The account has no wallet of its own any more.';
      const amount = Money.kobo(BigInt(amountKobo));
      const { replayed } = await this.wallet.credit(
        {
          ...{ userId, type: 'credit', purpose: 'goodwill', amount, paymentMethod: 'admin' },
          reference: `GOODWILL-${id}-${userId}`,
          description: `Compensation: ${reason}`,
        },
        { idempotencyKey: `compensation:${id}:${userId}`, kind: 'goodwill', against: 'goodwill' },
      );
      if (replayed) throw new Error(`Compensation ${id} of user ${userId} was posted before`);
      gift = `${formatNaira(amount)} to your wallet`;
    } else {
      const given = await this.giveTraffic(id, userId, megabytes!);
      if (given === 0) return 'No proxy is in use any more.';
      gift = `${megabytes} MB of traffic to ${given === 1 ? 'your proxy' : `each of your ${given} proxies`}`;
    }
    await this.audit.record('system', {
      action: 'wallet.compensated',
      target: `user:${userId}`,
      details: `Compensation ${id}: ${gift}. ${reason}`,
    });
    const link = amountKobo === null ? '/proxyhistory' : '/wallet';
    const text = `${reason}\nWe have added ${gift}.`;
    await this.inbox.add([
      { userId, kind: 'compensation', title: 'A compensation for you', text, link },
    ]);
    return null;
  }

  private async giveTraffic(id: number, userId: number, megabytes: number): Promise<number> {
    const manager = this.uow.requireTransaction();
    const rows = await manager.query<{ id: number }[]>(
      `SELECT proxy_id AS id FROM compensation_proxy WHERE compensation_id = $1 AND user_id = $2`,
      [id, userId],
    );
    const given = await this.proxies.addTraffic(
      rows.map((row) => row.id),
      BigInt(megabytes * MEGABYTE),
    );
    await manager.query(
      `UPDATE compensation_proxy SET given_at = now() WHERE compensation_id = $1 AND proxy_id = ANY ($2::int[])`,
      [id, given],
    );
    return given.length;
  }

  private async get(id: number): Promise<CompensationResponse> {
    const [row] = await this.uow.manager.query<CompensationResponse[]>(
      `${SELECT} WHERE k.id = $1`,
      [id],
    );
    return row!;
  }
}

const isCredit = ({ give }: CompensationTermsDto): boolean => give === 'credit';
const toMegabytes = (terms: CompensationTermsDto): number | null =>
  isCredit(terms) ? null : terms.megabytes!;

/** Of `CHOSEN`. @throws DomainError invalid when nothing but the time says who is meant. */
function toValues(terms: CompensationTermsDto): unknown[] {
  const { kind = null, country = null, exit_id = null, network_id = null, from, until } = terms;
  if ([kind, country, exit_id, network_id].every((one) => one === null))
    throw invalidFields({ kind: ['Choose a type, country, exit or network'] });
  if (Date.parse(from) >= Date.parse(until))
    throw invalidFields({ until: ['The end must be after the start'] });
  return [kind, country, exit_id, network_id, from, until, toMegabytes(terms)];
}

/** "residential, Nigeria, 1 Nov 2026, 09:00 to 1 Nov 2026, 12:00". */
function describeScope({
  kind,
  country,
  exit_id,
  network_id,
  from,
  until,
}: CompensationTermsDto): string {
  const parts = [
    kind,
    country && nameCountry(country),
    exit_id && `exit ${exit_id}`,
    network_id && `network ${network_id}`,
    `${readableTime(new Date(from))} to ${readableTime(new Date(until))}`,
  ];
  return parts.filter(Boolean).join(', ');
}
