import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import type { ApiKeyScope, Role } from '../../common/security/actor';
import { ZONE } from '../../common/time/calendar';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';
import { ApiKey } from './api-key.entity';
import type { ApiKeyView, NewApiKey } from './api-keys.types';

/** A key with the present state of its owner. */
export interface ApiKeyWithOwner {
  readonly id: number;
  readonly userId: number;
  readonly prefix: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly allowedAddresses: readonly string[];
  readonly dailyLimit: Money | null;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

interface KeyRow extends Omit<ApiKeyWithOwner, 'dailyLimit'> {
  readonly dailyLimitKobo: string | null;
}

interface ListedRow extends Omit<ApiKeyView, 'dailyLimit' | 'spentToday'> {
  readonly dailyLimitKobo: string | null;
  readonly spentKobo: string;
}

const FIND_WITH_OWNER = prepareStatement(
  'api-key.find-with-owner',
  `SELECT k.id, k.user_id AS "userId", k.prefix, k.scopes, k.allowed_addresses AS "allowedAddresses",
          k.daily_limit_kobo AS "dailyLimitKobo", k.expires_at AS "expiresAt", k.last_used_at AS "lastUsedAt",
          u.name, u.email, u.role
   FROM api_key k JOIN users u ON u.id = k.user_id
   WHERE k.key_hash = $1 AND k.removed_at IS NULL AND u.status = 'active' AND u.closed_at IS NULL
     AND NOT EXISTS (SELECT FROM team_member m WHERE m.member_id = u.id)`,
);

const TOUCH = prepareStatement(
  'api-key.touch',
  `UPDATE api_key SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)`,
);

/** SQL for what every request runs, and for the reads that join the owner and the spending. */
@Injectable()
export class ApiKeysRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Runs on every request with a key. @returns null when it was removed, or its owner is not active or a member of a team. */
  async findWithOwner(keyHash: Buffer): Promise<ApiKeyWithOwner | null> {
    const { rows } = await this.uow.execute<KeyRow>(FIND_WITH_OWNER, [keyHash]);
    if (!rows[0]) return null;
    const { dailyLimitKobo, ...key } = rows[0];
    return { ...key, dailyLimit: toMoney(dailyLimitKobo) };
  }

  /** Compare-and-set: of parallel requests within one interval only the first writes. */
  async touch(id: number, now: Date, ifBefore: Date): Promise<void> {
    await this.uow.execute(TOUCH, [id, now, ifBefore]);
  }

  async insert(
    userId: number,
    { name, scopes, allowedAddresses, expiresAt, dailyLimit }: NewApiKey,
    { prefix, keyHash, createdAt }: { prefix: string; keyHash: Buffer; createdAt: Date },
  ): Promise<number> {
    const { identifiers } = await this.uow.requireTransaction().insert(ApiKey, {
      ...{ userId, name, prefix, keyHash, createdAt, expiresAt },
      scopes: [...scopes],
      allowedAddresses: [...allowedAddresses],
      dailyLimitKobo: dailyLimit?.kobo ?? null,
    });
    return identifiers[0]!.id as number;
  }

  /** Keys that work; call it with the owner locked. */
  async countLive(userId: number, now: Date): Promise<number> {
    const [row] = await this.uow.requireTransaction().query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM api_key
       WHERE user_id = $1 AND removed_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
      [userId, now],
    );
    return row!.count;
  }

  /** Newest first, with the expired ones. */
  async list(userId: number): Promise<ApiKeyView[]> {
    const rows = await this.uow.manager.query<ListedRow[]>(
      `SELECT k.id, k.name, k.prefix, k.scopes, k.allowed_addresses AS "allowedAddresses",
              k.daily_limit_kobo AS "dailyLimitKobo", k.created_at AS "createdAt",
              k.expires_at AS "expiresAt", k.last_used_at AS "lastUsedAt",
              coalesce(s.spent_kobo, 0) AS "spentKobo"
       FROM api_key k LEFT JOIN api_key_spending s
         ON s.api_key_id = k.id AND s.day = (now() AT TIME ZONE '${ZONE}')::date
       WHERE k.user_id = $1 AND k.removed_at IS NULL ORDER BY k.id DESC LIMIT 200`,
      [userId],
    );
    return rows.map(({ dailyLimitKobo, spentKobo, ...key }) => ({
      ...key,
      dailyLimit: toMoney(dailyLimitKobo),
      spentToday: Money.kobo(BigInt(spentKobo)),
    }));
  }

  /** @returns what was removed; undefined when the user has no such key. */
  async remove(
    userId: number,
    id: number,
    now: Date,
  ): Promise<{ name: string; prefix: string } | undefined> {
    const [rows] = await this.uow
      .requireTransaction()
      .query<[{ name: string; prefix: string }[], number]>(
        `UPDATE api_key SET removed_at = $3
         WHERE user_id = $1 AND id = $2 AND removed_at IS NULL RETURNING name, prefix`,
        [userId, id, now],
      );
    return rows[0];
  }

  async removeAll(userId: number, now: Date): Promise<void> {
    await this.uow
      .requireTransaction()
      .query('UPDATE api_key SET removed_at = $2 WHERE user_id = $1 AND removed_at IS NULL', [
        userId,
        now,
      ]);
  }

  /** Removes what the owner entered from all keys of an account, also from removed ones. */
  async erase(userId: number, now: Date): Promise<void> {
    await this.uow.requireTransaction().query(
      `UPDATE api_key SET removed_at = coalesce(removed_at, $2), name = '', allowed_addresses = '{}'
       WHERE user_id = $1`,
      [userId, now],
    );
  }
}

const toMoney = (kobo: string | null): Money | null =>
  kobo === null ? null : Money.kobo(BigInt(kobo));
