import { Injectable } from '@nestjs/common';
import { ZONE } from '../../common/time/calendar';
import { UnitOfWork } from '../../database/unit-of-work';
import type { UsagePeriod } from '../usage-reports/usage-period';
import { UsageTargetChoice } from './usage-target-choice.entity';
import type { TargetUsage } from './usage-targets.types';

/** SQL over what the gateways have counted, whose table is no entity. */
@Injectable()
export class UsageTargetsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  isChosen(userId: number): Promise<boolean> {
    return this.uow.manager.existsBy(UsageTargetChoice, { userId });
  }

  /** @returns false when it was chosen already. */
  async choose(userId: number): Promise<boolean> {
    const { raw } = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(UsageTargetChoice)
      .values({ userId })
      .orIgnore()
      .returning('user_id')
      .updateEntity(false)
      .execute();
    return (raw as unknown[]).length > 0;
  }

  /** @returns false when it was not chosen. */
  async unchoose(userId: number): Promise<boolean> {
    const { affected } = await this.uow.requireTransaction().delete(UsageTargetChoice, { userId });
    return affected === 1;
  }

  async deleteOwn(userId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(
        `DELETE FROM usage_target WHERE proxy_id IN (SELECT id FROM proxy WHERE user_id = $1)`,
        [userId],
      );
  }

  /** @param before the first day that is kept, of the shop's zone. @returns how many were deleted. */
  async deleteBefore(before: Date, limit: number): Promise<number> {
    const [, deleted] = await this.uow.manager.query<[unknown, number]>(
      `DELETE FROM usage_target WHERE (proxy_id, day, host) IN (
         SELECT proxy_id, day, host FROM usage_target
         WHERE day < ($1::timestamptz AT TIME ZONE '${ZONE}')::date ORDER BY day LIMIT $2)`,
      [before, limit],
    );
    return deleted;
  }

  /** The most traffic first. @param proxyId null for all. @param count of hosts; the others are one row without a host. */
  async sumByHost(
    { userId, proxyId }: { userId: number; proxyId: number | null },
    { from, until }: UsagePeriod,
    count: number,
  ): Promise<TargetUsage[]> {
    const rows = await this.uow.manager.query<
      { host: string; up: string; down: string; requests: string }[]
    >(
      `SELECT n.host, sum(n.up)::bigint AS up, sum(n.down)::bigint AS down, sum(n.requests)::bigint AS requests
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
      [userId, proxyId, from, until, count],
    );
    return rows.map(({ host, up, down, requests }) => ({
      ...{ host, up: BigInt(up), down: BigInt(down) },
      requests: Number(requests),
    }));
  }
}
