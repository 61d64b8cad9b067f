import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DAY } from '../common/time/clock';
import { AppConfig } from '../config/app-config';
import { DatabaseClock } from '../database/database-clock';
import { UnitOfWork } from '../database/unit-of-work';
import { SettingsService } from '../settings/settings.service';
import { PromotionUse } from './promotion-use.entity';

/** Providers that deliver name+anything to name, as they document. */
const PLUS_ADDRESSING = new Set([
  ...['gmail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'icloud.com', 'me.com'],
  ...['mac.com', 'proton.me', 'protonmail.com', 'pm.me', 'fastmail.com'],
]);

/** One spelling of the addresses that lead to one mailbox. Other domains may give name+a and name+b to two people. */
export function toMailbox(email: string): string {
  const [, local = '', host = ''] = /^(.*)@(.*)$/.exec(email.toLowerCase()) ?? [];
  const domain = host === 'googlemail.com' ? 'gmail.com' : host;
  const name = PLUS_ADDRESSING.has(domain) ? local.replace(/(?<=.)\+.*$/, '') : local;
  return `${domain === 'gmail.com' ? name.replaceAll('.', '') : name}@${domain}`;
}

/** What can be had once, or a few times, per person. */
export type PromotionScope = `coupon:${number}` | 'referral' | 'trial' | ShortScope;

/** Counted by a network address, or by a domain of mail on a day, and forgotten after a month. */
type ShortScope = 'trial-address' | `trial-domain:${string}`;

/** A coupon as its uses are counted. */
export const couponScope = (couponId: number): PromotionScope => `coupon:${couponId}`;

/** A top-up that was started with a coupon may be paid this long after the coupon has ended; so long short scopes count. */
const KEPT_AFTER_END = 30 * DAY;

/**
 * Counts uses per person rather than per account. Users are read with SQL, since payments and referrals come with an id.
 * A change of APP_KEY forgets the people whose account was deleted before.
 */
@Injectable()
export class PromotionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
  ) {}

  async countUses(scope: PromotionScope, userId: number): Promise<number> {
    return this.countUsesOf(scope, await this.findMailbox(userId));
  }

  /** @param key what it is counted by; only a hash of it is stored. */
  async countUsesOf(scope: PromotionScope, key: string): Promise<number> {
    const customerHash = this.hash(key);
    return (await this.uow.manager.findOneBy(PromotionUse, { scope, customerHash }))?.uses ?? 0;
  }

  /**
   * Counts a use; needs an open unit of work. Concurrent calls for one person follow each other.
   * @returns false when the person had them all, and nothing was counted.
   */
  async use(scope: PromotionScope, userId: number, limit: number): Promise<boolean> {
    return this.useOf(scope, await this.findMailbox(userId), limit);
  }

  /** As `use`. @param key what it is counted by; only a hash of it is stored. */
  async useOf(scope: PromotionScope, key: string, limit: number): Promise<boolean> {
    const rows = await this.uow.requireTransaction().query<unknown[]>(
      `INSERT INTO promotion_use AS u (scope, customer_hash, uses) VALUES ($1, $2, 1)
       ON CONFLICT (scope, customer_hash) DO UPDATE SET uses = u.uses + 1 WHERE u.uses < $3
       RETURNING uses`,
      [scope, this.hash(key), limit],
    );
    return rows.length === 1;
  }

  /** Whether two accounts belong to one person. */
  async isSamePerson(userId: number, otherId: number): Promise<boolean> {
    return (await this.findMailbox(userId)) === (await this.findMailbox(otherId));
  }

  /** Keeps what an account has used under the address that it has now; call it before the account is made anonymous. */
  async accountClosing(userId: number): Promise<void> {
    const { referralsEnabled } = await this.settings.current();
    await this.uow.requireTransaction().query(
      `INSERT INTO promotion_use AS u (scope, customer_hash, uses)
       SELECT scope, $2, uses FROM (
         SELECT 'coupon:' || c.id AS scope, count(*)::int AS uses
         FROM coupon_redemption r JOIN coupon c ON c.id = r.coupon_id
         WHERE r.user_id = $1 AND r.granted_at IS NOT NULL AND c.ended_at IS NULL
           AND coalesce(c.ends_at > $4, true)
         GROUP BY c.id
         UNION ALL SELECT 'referral', 1 WHERE $3) used
       ORDER BY scope
       ON CONFLICT (scope, customer_hash) DO UPDATE SET uses = greatest(u.uses, excluded.uses)`,
      [userId, this.hash(await this.findMailbox(userId)), referralsEnabled, await this.clock.now()],
    );
  }

  /** Deletes what was kept for coupons that have ended, for invitations once they are not rewarded any more, and short scopes. */
  async deleteExpired(): Promise<void> {
    const { referralsEnabled } = await this.settings.current();
    const before = new Date((await this.clock.now()).getTime() - KEPT_AFTER_END);
    await this.uow.manager.query(
      `DELETE FROM promotion_use u WHERE EXISTS (
         SELECT FROM coupon c WHERE u.scope = 'coupon:' || c.id
         AND least(c.ended_at, c.ends_at) < $1)
       OR (u.scope LIKE 'trial-%' AND u.created_at < $1)
       OR (u.scope = 'referral' AND NOT $2 AND NOT EXISTS (
         SELECT FROM setting s WHERE s.key = 'referralsEnabled' AND s.updated_at > $1))`,
      [before, referralsEnabled],
    );
  }

  private hash(key: string): string {
    return createHmac('sha256', this.config.key('promotion')).update(key).digest('base64url');
  }

  private async findMailbox(userId: number): Promise<string> {
    const [user] = await this.uow.manager.query<{ email: string }[]>(
      'SELECT email FROM users WHERE id = $1',
      [userId],
    );
    return toMailbox(user!.email);
  }
}
