import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { Clock, DAY } from '../../common/time/clock';
import { ZONE } from '../../common/time/calendar';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsageTargetChoice } from './usage.entity';
import type { UsageRangeQuery, UsageTargetsData } from './usage.dto';
import { UsageService } from './usage.service';

const KEPT_DAYS = 30;
/** Hosts of a report; the rest is one row. */
const LISTED_HOSTS = 100;
const DELETE_LIMIT = 10_000;

/** What a customer's proxies carry by host, kept only while the customer wants it. */
@Injectable()
export class UsageTargetsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly usage: UsageService,
    private readonly audit: AuditService,
  ) {}

  /** The last 30 days where the range does not say. */
  async getReport(actor: Actor, query: UsageRangeQuery): Promise<UsageTargetsData> {
    const { owner, period } = await this.usage.resolve(actor, query);
    const { from, until } = period;
    return {
      enabled: await this.uow.manager.existsBy(UsageTargetChoice, { userId: actor.userId }),
      kept_days: KEPT_DAYS,
      from,
      to: until,
      targets: await this.uow.manager.query(
        `SELECT nullif(n.host, '') AS host, sum(n.up)::float8 AS up, sum(n.down)::float8 AS down,
                sum(n.requests)::float8 AS requests
         FROM (
         SELECT CASE WHEN s.place <= $5 THEN s.host ELSE '' END AS host, s.up, s.down, s.requests
         FROM (
           SELECT t.host, sum(t.bytes_up) AS up, sum(t.bytes_down) AS down, sum(t.requests) AS requests,
                  row_number() OVER (ORDER BY t.host = '', sum(t.bytes_up + t.bytes_down) DESC, t.host) AS place
           FROM proxy p JOIN usage_target t ON t.proxy_id = p.id
           WHERE p.user_id = $1 AND ($2::int IS NULL OR p.id = $2)
             AND t.day >= ($3::timestamptz AT TIME ZONE '${ZONE}')::date
             AND t.day <= (($4::timestamptz - interval '1 millisecond') AT TIME ZONE '${ZONE}')::date
           GROUP BY t.host) s) n
         GROUP BY n.host ORDER BY n.host = '', sum(n.up + n.down) DESC, n.host`,
        [owner.userId, owner.proxyId, from, until, LISTED_HOSTS],
      ),
    };
  }

  /** In force at every gateway within seconds. What was counted until then stays until it is deleted or 30 days old. */
  async choose(actor: Actor, isEnabled: boolean): Promise<void> {
    const { userId } = actor;
    await this.uow.run(async () => {
      const hasChanged = isEnabled ? await this.enable(userId) : await this.disable(userId);
      if (!hasChanged) return;
      await this.audit.record(actor, {
        action: 'user.target_usage_changed',
        target: `user:${userId}`,
        details: isEnabled ? 'Switched usage by host on' : 'Switched usage by host off',
        before: { enabled: !isEnabled },
        after: { enabled: isEnabled },
      });
    });
  }

  async deleteOwn(actor: Actor): Promise<void> {
    await this.uow.run(async () => {
      await this.deleteAll(actor.userId);
      await this.audit.record(actor, {
        action: 'user.target_usage_deleted',
        target: `user:${actor.userId}`,
        details: 'Deleted their usage by host',
      });
    });
  }

  /** For a closed account; needs an open unit of work. */
  async removeAll(userId: number): Promise<void> {
    await this.disable(userId);
    await this.deleteAll(userId);
  }

  async deleteOld(): Promise<void> {
    const before = this.clock.in(-KEPT_DAYS * DAY);
    for (let deleted = DELETE_LIMIT; deleted === DELETE_LIMIT;)
      [, deleted] = await this.uow.manager.query<[unknown, number]>(
        `DELETE FROM usage_target WHERE (proxy_id, day, host) IN (
           SELECT proxy_id, day, host FROM usage_target
           WHERE day < ($1::timestamptz AT TIME ZONE '${ZONE}')::date ORDER BY day LIMIT $2)`,
        [before, DELETE_LIMIT],
      );
  }

  /** @returns false when it was on already. */
  private async enable(userId: number): Promise<boolean> {
    const rows = await this.uow
      .requireTransaction()
      .query<unknown[]>(
        `INSERT INTO usage_target_choice (user_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING user_id`,
        [userId],
      );
    return rows.length > 0;
  }

  /** @returns false when it was off already. */
  private async disable(userId: number): Promise<boolean> {
    const { affected } = await this.uow.requireTransaction().delete(UsageTargetChoice, { userId });
    return affected === 1;
  }

  private async deleteAll(userId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(
        `DELETE FROM usage_target WHERE proxy_id IN (SELECT id FROM proxy WHERE user_id = $1)`,
        [userId],
      );
  }
}
