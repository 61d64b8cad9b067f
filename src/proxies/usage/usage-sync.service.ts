import { Injectable } from '@nestjs/common';
import { Clock, DAY } from '../../common/time/clock';
import { deleteInBatches } from '../../database/batch-delete';
import { UnitOfWork } from '../../database/unit-of-work';

const BATCH_SIZE = 1000;
/** Longer than the yearly reports need. */
const RETENTION_MS = 400 * DAY;
/** Failures help to mend what fails now. */
const FAILURE_RETENTION_MS = 90 * DAY;

/** How far the meters are read, in the order of their last changes. */
interface MeterPosition {
  readonly minute: Date;
  readonly proxyId: number;
}

/**
 * The first minute that is read again. A meter that changes again in the same minute keeps its place, and a change is
 * committed after its time.
 */
const UNSETTLED = `date_trunc('minute', now()) - interval '1 minute'`;

/**
 * Keeps the usage of proxies up to date with what the gateways meter, whose tables are no entities. The cost grows with the
 * changes only.
 */
@Injectable()
export class UsageSyncService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Rolls up all meters that have changed, unless another worker is at it. @returns how many were read. */
  async sync(): Promise<number> {
    let after: MeterPosition | null = null;
    for (let total = 0; ;) {
      const { count, last } = await this.uow.run(() => this.rollUp(BATCH_SIZE, after));
      total += count;
      if (count < BATCH_SIZE) return total;
      after = last;
    }
  }

  /** Deletes old hours of usage and of failures; the totals of the proxies stay. */
  async deleteOld(): Promise<void> {
    const hours = this.clock.in(-RETENTION_MS);
    await this.deleteBefore('usage_hour', 'proxy_id, hour', hours);
    const failures = this.clock.in(-FAILURE_RETENTION_MS);
    await this.deleteBefore('usage_failure', 'proxy_id, hour, reason', failures);
  }

  /**
   * Rolls the meters that changed last into their proxies, up to `limit` of them. One worker at a time: others skip the
   * locked position. What is stored stays behind the clock, so that a run that ends anywhere leaves nothing out.
   * @param after where the run is; null at its beginning, which is where the stored position is.
   * @returns how many were read, and the last of them.
   */
  async rollUp(
    limit: number,
    after: MeterPosition | null,
  ): Promise<{ count: number; last: MeterPosition | null }> {
    const [row] = await this.uow
      .requireTransaction()
      .query<[{ count: number; minute: Date | null; proxyId: number | null }]>(
        `WITH position AS MATERIALIZED (
         SELECT coalesce($2::timestamptz, minute) AS minute, coalesce($3::int, proxy_id) AS proxy_id
         FROM usage_rollup FOR UPDATE SKIP LOCKED),
       changed AS MATERIALIZED (
         SELECT m.proxy_id, m.bytes_up + m.bytes_down AS used, m.changed_minute AS minute
         FROM gateway_meter m WHERE (m.changed_minute, m.proxy_id) > (SELECT minute, proxy_id FROM position)
         ORDER BY m.changed_minute, m.proxy_id LIMIT $1),
       behind AS MATERIALIZED (
         SELECT p.id, c.used FROM changed c JOIN proxy p ON p.id = c.proxy_id WHERE p.used_bytes < c.used
         ORDER BY p.id FOR NO KEY UPDATE OF p),
       rolled AS (
         UPDATE proxy p SET used_bytes = b.used, usage_synced_at = now() FROM behind b WHERE p.id = b.id),
       last AS (SELECT minute, proxy_id FROM changed ORDER BY minute DESC, proxy_id DESC LIMIT 1),
       moved AS (
         UPDATE usage_rollup r SET minute = least(last.minute, ${UNSETTLED}),
           proxy_id = CASE WHEN last.minute < ${UNSETTLED} THEN last.proxy_id ELSE 0 END
         FROM last)
       SELECT read.count, last.minute, last.proxy_id AS "proxyId"
       FROM (SELECT count(*)::int AS count FROM changed) AS read LEFT JOIN last ON true`,
        [limit, after?.minute ?? null, after?.proxyId ?? null],
      );
    const { count, minute, proxyId } = row;
    return { count, last: minute && { minute, proxyId: proxyId! } };
  }

  private deleteBefore(table: string, key: string, moment: Date): Promise<void> {
    return deleteInBatches(async (limit) => {
      const [, deleted] = await this.uow.manager.query<[unknown, number]>(
        `DELETE FROM ${table} WHERE (${key}) IN (
           SELECT ${key} FROM ${table} WHERE hour < $1 ORDER BY hour LIMIT $2)`,
        [moment, limit],
      );
      return deleted;
    });
  }
}
