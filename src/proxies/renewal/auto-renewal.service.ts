import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { DatacenterPeriod } from '../../catalog/catalog.types';
import { crashPoint } from '../../common/crash-point';
import { DomainError } from '../../common/errors/domain-error';
import { toPlatformKey } from '../../common/http/api.decorators';
import { formatNaira, Money } from '../../common/money/money';
import { isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import { OrderService } from '../orders/order.service';
import type { ExtensionChoice } from '../orders/orders.dto';
import { cycleOver } from '../proxies.errors';
import { isActiveOrSuspendedByOwner } from '../proxy.sql';
import type { AutoRenewReason } from '../proxy.types';
import { AutoRenewalSettingsService } from './auto-renewal-settings.service';
import { AutoRenewalNotice } from './auto-renewal.entity';

/** A proxy whose renewal is due, leased to one worker. */
interface DueRenewal {
  readonly proxyId: number;
  readonly userId: number;
  /** The member of the owner's team within whose limits it is charged. */
  readonly memberId: number | null;
  readonly gigabytes: number | null;
  readonly durationMinutes: number | null;
  /** The end of the proxy that is to move. */
  readonly endsAt: Date;
  /** The same with all digits, as text of the database. */
  readonly cycle: string;
  /** The attempt that is due: hours before the end. */
  readonly hours: number;
}

/** The attempts of a cycle, in hours before the end; the last failure stops automatic renewal. */
const HOURS_OF_ATTEMPT = `CASE WHEN p.expires_at <= now() + interval '2 hours' THEN 2
  WHEN p.expires_at <= now() + interval '12 hours' THEN 12 ELSE 24 END`;
const MAX_FAILURES = 3;

/** Longer than an attempt. */
const LEASE = `interval '2 minutes'`;
const NOT_ATTEMPTED = `(a.cycle IS DISTINCT FROM p.expires_at OR a.attempted_hours > ${HOURS_OF_ATTEMPT})`;
const SHORT = `(a.short_of_kobo IS NOT NULL AND a.cycle = p.expires_at)`;
const CHARGED = `EXISTS (SELECT FROM auto_renewal_charge c WHERE c.proxy_id = p.id AND c.cycle = p.expires_at)`;
const CHARGEABLE = `a.enabled AND ${isActiveOrSuspendedByOwner('p')} AND p.expires_at > now()
  AND p.expires_at <= now() + interval '24 hours'
  AND NOT EXISTS (SELECT FROM account_suspension h WHERE h.user_id = p.user_id)
  AND NOT ${CHARGED}`;

const CONCURRENCY = 8;
const PAGE_SIZE = 200;

/**
 * Renews proxies before their end, paid from the wallet: one charge per end of a proxy. The three attempts are 24, 12
 * and 2 hours before the end; after a shortage, a credit of the wallet is followed by another one that does not count.
 * A crash at any point leaves the attempt due.
 */
@Injectable()
export class AutoRenewalService {
  private readonly logger = new Logger(AutoRenewalService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: AutoRenewalSettingsService,
    private readonly orders: OrderService,
    private readonly wallet: WalletService,
    private readonly audit: AuditService,
  ) {}

  /** Makes every due attempt, and those that a wallet can pay by now. @returns the number of attempts. */
  async renewDue(): Promise<number> {
    let attempts = 0;
    for (;;) {
      const due = await this.claim(NOT_ATTEMPTED, [CONCURRENCY]);
      if (!due.length) break;
      attempts += await this.attemptAll(due);
    }
    return attempts + (await this.renewAffordable());
  }

  /** Makes the attempts that the wallet was short for and can pay by now. @returns their number. */
  private async renewAffordable(): Promise<number> {
    for (let after = 0, attempts = 0; ;) {
      const short = await this.uow.manager.query<
        { proxyId: number; userId: number; shortOfKobo: string }[]
      >(
        `SELECT a.proxy_id AS "proxyId", p.user_id AS "userId", a.short_of_kobo AS "shortOfKobo"
         FROM proxy_auto_renewal a JOIN proxy p ON p.id = a.proxy_id
         WHERE a.enabled AND ${SHORT} AND a.proxy_id > $1
         ORDER BY a.proxy_id LIMIT $2`,
        [after, PAGE_SIZE],
      );
      const balances = new Map<number, Money>();
      for (const owner of new Set(short.map((renewal) => renewal.userId)))
        balances.set(owner, await this.wallet.getBalance(owner));
      const affordable = short.filter(
        (renewal) =>
          !balances.get(renewal.userId)!.isLessThan(Money.kobo(BigInt(renewal.shortOfKobo))),
      );
      for (let start = 0; start < affordable.length; start += CONCURRENCY) {
        const ids = affordable.slice(start, start + CONCURRENCY).map(({ proxyId }) => proxyId);
        const isGiven = `${SHORT} AND a.proxy_id = ANY($2)`;
        attempts += await this.attemptAll(await this.claim(isGiven, [ids.length, ids]));
      }
      if (short.length < PAGE_SIZE) return attempts;
      after = short.at(-1)!.proxyId;
    }
  }

  private async attemptAll(due: readonly DueRenewal[]): Promise<number> {
    await Promise.all(due.map((renewal) => this.tryAttempt(renewal)));
    return due.length;
  }

  /** Catches errors, so that one proxy does not hold up others; its lease ends and it is due again. */
  private async tryAttempt(due: DueRenewal): Promise<void> {
    try {
      await this.attempt(due);
    } catch (error) {
      this.logger.error({ err: error, due }, 'An automatic renewal could not be attempted');
    }
  }

  private async attempt(due: DueRenewal): Promise<void> {
    try {
      await this.orders.extendForOwner(due, toPackage(due), toKey(due), {
        verify: async () => {
          if (!(await this.lockChargeable(due))) throw cycleOver();
        },
        record: async (orderId, price) => {
          await this.insertCharge(due, orderId, price);
          crashPoint('auto-renewal.before-commit');
        },
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await this.handleRefusal(due, error);
    }
  }

  private async handleRefusal(due: DueRenewal, error: DomainError): Promise<void> {
    const { code } = error;
    // The end has moved, or the owner or staff have stopped it: the next sweep sees what is due then.
    if (SETTLED_BY_OTHERS.includes(code)) return;
    if (code === 'ORDER_REFUNDED')
      return this.uow.run(() => this.settings.stop([due.proxyId], 'order_refunded'));
    if (code === 'NOT_A_BUYER')
      return this.uow.run(() => this.settings.stop([due.proxyId], 'member_left'));
    if (code === 'MEMBER_SPENDING_LIMIT')
      return this.fail(due, 'member_limit', getRequiredAmount(error));
    const price = code === 'INSUFFICIENT_BALANCE' ? getRequiredAmount(error) : null;
    // It is for staff to extend the address at its provider or to replace it until the last attempt.
    const reason = code === 'ADDRESS_ENDS' ? 'package_unavailable' : REASONS[error.kind];
    // Neither the customer nor the proxy is the cause.
    if (!reason) throw error;
    await this.fail(due, reason, price);
  }

  private fail(due: DueRenewal, reason: AutoRenewReason, price: Money | null): Promise<void> {
    // A credit to the wallet helps against nothing else.
    const shortOf = reason === 'insufficient_balance' ? price : null;
    return this.uow.run(async () => {
      // Another worker may have charged it since, with the money that this one was short of.
      if (!(await this.lockUncharged(due))) return;
      const failures = await this.countFailure(due, shortOf);
      if (failures === null) return this.setShortOf(due, shortOf);
      if (failures >= MAX_FAILURES)
        await this.settings.stop([due.proxyId], reason, price ?? undefined);
      else if (failures === 1)
        await this.addNotice({ proxyId: due.proxyId, outcome: 'failed', reason, price });
    });
  }

  /** Leases proxies with an attempt due, those that end first before others. @param values the limit first. */
  private async claim(condition: string, values: unknown[]): Promise<DueRenewal[]> {
    const [rows] = await this.uow.manager.query<[DueRenewal[], number]>(
      `UPDATE proxy_auto_renewal r SET leased_until = now() + ${LEASE} FROM proxy p
       WHERE p.id = r.proxy_id AND r.proxy_id IN (
         SELECT a.proxy_id FROM proxy_auto_renewal a JOIN proxy p ON p.id = a.proxy_id
         WHERE ${CHARGEABLE} AND ${condition} AND (a.leased_until IS NULL OR a.leased_until <= now())
         ORDER BY p.expires_at LIMIT $1 FOR UPDATE OF a SKIP LOCKED)
       RETURNING r.proxy_id AS "proxyId", p.user_id AS "userId", r.member_id AS "memberId", r.gigabytes,
         r.duration_minutes AS "durationMinutes", p.expires_at AS "endsAt", p.expires_at::text AS cycle, ${HOURS_OF_ATTEMPT} AS hours`,
      values,
    );
    return rows;
  }

  /** Locks the choice until the unit of work ends. @returns false when the cycle must not be charged any more. */
  private async lockChargeable({
    proxyId,
    cycle,
    gigabytes,
    durationMinutes,
    memberId,
  }: DueRenewal): Promise<boolean> {
    const rows = await this.uow.requireTransaction().query<unknown[]>(
      `SELECT FROM proxy_auto_renewal a JOIN proxy p ON p.id = a.proxy_id
       WHERE a.proxy_id = $1 AND p.expires_at = $2::timestamptz AND ${CHARGEABLE}
         AND (a.gigabytes, a.duration_minutes, a.member_id) IS NOT DISTINCT FROM ($3::int, $4::int, $5::int) FOR UPDATE OF a`,
      [proxyId, cycle, gigabytes, durationMinutes, memberId],
    );
    return rows.length > 0;
  }

  /** The wallet is not short any more. @throws DomainError conflict when the cycle was charged before. */
  private async insertCharge(
    { proxyId, cycle }: DueRenewal,
    orderId: number,
    price: Money,
  ): Promise<void> {
    try {
      await this.uow.requireTransaction().query(
        `WITH charge AS (INSERT INTO auto_renewal_charge (proxy_id, cycle, order_id)
                           VALUES ($1, $2::timestamptz, $3) RETURNING proxy_id)
           UPDATE proxy_auto_renewal a SET short_of_kobo = NULL, updated_at = now()
           FROM charge WHERE a.proxy_id = charge.proxy_id`,
        [proxyId, cycle, orderId],
      );
    } catch (error) {
      throw isUniqueViolation(error, 'auto_renewal_charge_pkey') ? cycleOver() : error;
    }
    await this.addNotice({ proxyId, outcome: 'renewed', price });
    await this.audit.record('system', {
      action: 'proxy.auto_renewed',
      target: `proxy:${proxyId}`,
      details: `Proxy ${proxyId} was renewed automatically for ${formatNaira(price)} by order ${orderId}`,
    });
  }

  /** Locks the choice until the unit of work ends. @returns whether the cycle is current and was not charged. */
  private async lockUncharged({ proxyId, cycle }: DueRenewal): Promise<boolean> {
    const manager = this.uow.requireTransaction();
    await manager.query(`SELECT FROM proxy_auto_renewal WHERE proxy_id = $1 FOR UPDATE`, [proxyId]);
    // A second statement sees what was charged until the row was locked.
    const rows = await manager.query<unknown[]>(
      `SELECT FROM proxy p WHERE p.id = $1 AND p.expires_at = $2::timestamptz AND NOT ${CHARGED}`,
      [proxyId, cycle],
    );
    return rows.length > 0;
  }

  /**
   * Counts a failed attempt once, also when two workers report it.
   * @param shortOf the price, when the wallet was short of it.
   * @returns the failures of the cycle; null when it was counted before or the end has moved.
   */
  private async countFailure(
    { proxyId, cycle, hours }: DueRenewal,
    shortOf: Money | null,
  ): Promise<number | null> {
    const [[row]] = await this.uow.requireTransaction().query<[{ failures: number }[], number]>(
      `UPDATE proxy_auto_renewal a SET cycle = p.expires_at, attempted_hours = $3, short_of_kobo = $4,
         failures = CASE WHEN a.cycle = p.expires_at THEN a.failures ELSE 0 END + 1,
         leased_until = NULL, updated_at = now()
       FROM proxy p WHERE p.id = a.proxy_id AND a.proxy_id = $1 AND a.enabled AND p.expires_at = $2::timestamptz
         AND (a.cycle IS DISTINCT FROM p.expires_at OR a.attempted_hours > $3) RETURNING a.failures`,
      [proxyId, cycle, hours, shortOf?.kobo.toString() ?? null],
    );
    return row?.failures ?? null;
  }

  /** After a retry that counts as no attempt: the price may differ by now. */
  private async setShortOf({ proxyId, cycle }: DueRenewal, shortOf: Money | null): Promise<void> {
    await this.uow.requireTransaction().query(
      `UPDATE proxy_auto_renewal SET short_of_kobo = $3, leased_until = NULL, updated_at = now()
       WHERE proxy_id = $1 AND cycle = $2::timestamptz AND enabled`,
      [proxyId, cycle, shortOf?.kobo.toString() ?? null],
    );
  }

  /** An outcome to be mailed once to the owner. */
  private async addNotice(
    notice: Pick<AutoRenewalNotice, 'proxyId' | 'outcome' | 'price'> & { reason?: AutoRenewReason },
  ): Promise<void> {
    await this.uow.requireTransaction().insert(AutoRenewalNotice, notice);
  }
}

const SETTLED_BY_OTHERS: readonly string[] = [
  ...['CYCLE_OVER', 'PROXY_SUSPENDED', 'PROXY_EXPIRED', 'PROXY_MOVED'],
];

const REASONS: Partial<Record<DomainError['kind'], AutoRenewReason>> = {
  insufficient_balance: 'insufficient_balance',
  invalid: 'package_unavailable',
  conflict: 'delivery_failed',
};

/** The idempotency key of the order. */
const toKey = ({ proxyId, endsAt }: DueRenewal): string =>
  toPlatformKey('auto', proxyId, endsAt.toISOString());

const toPackage = ({ gigabytes, durationMinutes }: DueRenewal): ExtensionChoice =>
  gigabytes === null ? { duration_minutes: durationMinutes as DatacenterPeriod } : { gigabytes };

const getRequiredAmount = ({ details }: DomainError): Money =>
  Money.naira(Number(details?.required_amount));
