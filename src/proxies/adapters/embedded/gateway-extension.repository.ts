import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../database/unit-of-work';
import type { Extension, ExtendRequest, Retraction } from '../../ports/proxy-provider.port';

interface ExtensionRow {
  added_bytes: string;
  added_ms: string;
  is_cancelled: boolean;
}

const COLUMNS = `added_bytes, added_ms, cancelled_at IS NOT NULL AS is_cancelled`;

/**
 * Extensions of gateway accounts. The account's row is locked first, so that extensions of one account
 * follow each other and each adds to the end that the one before left. SQL for the arithmetic on columns.
 */
@Injectable()
export class GatewayExtensionRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Extends the account unless the key was used or cancelled before. An expired account is extended from now;
   * traffic alone is not added to an expired account.
   * @returns what the key gave; null when it was cancelled or the account cannot be extended.
   */
  extend({ key, apiId, addBytes, extendMinutes }: ExtendRequest): Promise<Extension | null> {
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const [account] = await manager.query<{ id: number }[]>(
        `SELECT id FROM gateway_account WHERE api_id = $1 FOR UPDATE`,
        [apiId],
      );
      if (!account) return null;
      // Whole milliseconds, so that the shop, which stores milliseconds, moves its end by as much.
      const [added] = await manager.query<ExtensionRow[]>(
        `INSERT INTO gateway_extension (key, account_id, added_bytes, added_ms, period_ms)
         SELECT $1, id, $3, $4::bigint * 60000 + CASE WHEN $4::bigint = 0 THEN 0 ELSE
             ceil(extract(epoch FROM greatest(now() - expires_at, interval '0')) * 1000) END, $4::bigint * 60000
         FROM gateway_account WHERE id = $2 AND ($4::bigint > 0 OR expires_at > now())
         ON CONFLICT (key) DO NOTHING RETURNING ${COLUMNS}`,
        [key, account.id, addBytes.toString(), extendMinutes],
      );
      if (!added) return this.findByKey(key);
      await manager.query(
        `UPDATE gateway_account SET limit_bytes = limit_bytes + $2::bigint, updated_at = now(),
           expires_at = expires_at + $3::bigint * interval '1 millisecond' WHERE id = $1`,
        [account.id, added.added_bytes, added.added_ms],
      );
      return toExtension(added);
    });
  }

  /**
   * Cancels a key unless it was used. Waits for an extension that is being written.
   * @returns what it gave before; null when the key is cancelled for good.
   */
  async cancel(key: string): Promise<Extension | null> {
    await this.uow.manager.query(
      `INSERT INTO gateway_extension (key, cancelled_at) VALUES ($1, now()) ON CONFLICT (key) DO NOTHING`,
      [key],
    );
    return this.findByKey(key);
  }

  /** @returns null when the key is unknown or cancelled. */
  async findByKey(key: string): Promise<Extension | null> {
    const [row] = await this.uow.manager.query<ExtensionRow[]>(
      `SELECT ${COLUMNS} FROM gateway_extension WHERE key = $1`,
      [key],
    );
    return row && !row.is_cancelled ? toExtension(row) : null;
  }

  /**
   * Takes back what a key gave, once: at most its period and no time that is over, and no traffic that is used.
   * @returns what was taken, also by an earlier call; null when the key gave nothing.
   */
  retract(key: string): Promise<Retraction | null> {
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const [account] = await manager.query<{ id: number }[]>(
        `SELECT a.id FROM gateway_account a JOIN gateway_extension e ON e.account_id = a.id
         WHERE e.key = $1 FOR NO KEY UPDATE OF a`,
        [key],
      );
      if (!account) return null;
      // No gateway settles meanwhile. What gateways have leased of the quota counts as used: they may relay it.
      await manager.query(`SELECT 1 FROM gateway_meter WHERE proxy_id = $1 FOR UPDATE`, [
        account.id,
      ]);
      await manager.query(
        `WITH taken AS (
           UPDATE gateway_extension e SET retracted_at = now(),
             taken_ms = least(e.period_ms,
               greatest(0, floor(extract(epoch FROM a.expires_at - now()) * 1000)::bigint)),
             taken_bytes = least(e.added_bytes, greatest(0, a.limit_bytes - coalesce(
               (SELECT m.bytes_up + m.bytes_down + gateway_leased(a.id) FROM gateway_meter m
                WHERE m.proxy_id = a.id), 0)))
           FROM gateway_account a WHERE e.key = $1 AND a.id = e.account_id AND e.retracted_at IS NULL
           RETURNING e.account_id, e.taken_ms, e.taken_bytes)
         UPDATE gateway_account a SET limit_bytes = a.limit_bytes - taken.taken_bytes, updated_at = now(),
           expires_at = a.expires_at - taken.taken_ms * interval '1 millisecond'
         FROM taken WHERE a.id = taken.account_id`,
        [key],
      );
      const [row] = await manager.query<{ taken_bytes: string; taken_ms: string }[]>(
        `SELECT taken_bytes, taken_ms FROM gateway_extension WHERE key = $1`,
        [key],
      );
      return { takenBytes: BigInt(row!.taken_bytes), takenMs: BigInt(row!.taken_ms) };
    });
  }
}

const toExtension = (row: ExtensionRow): Extension => ({
  addedBytes: BigInt(row.added_bytes),
  addedMs: BigInt(row.added_ms),
});
