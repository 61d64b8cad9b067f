import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import type { Actor, ClientInfo, SessionActor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import { keyRejected, refuse } from '../auth.errors';
import { ListTokenRevocationService } from '../../proxies/connection-lists/list-token-revocation.service';
import { AuthMailService } from '../mail/auth-mail.service';
import { LAST_SEEN_INTERVAL } from '../sessions/session.entity';
import { SessionsService } from '../sessions/sessions.service';
import { isAllowedFrom } from './parse-ranges';
import { ApiKey, MAX_API_KEYS } from './api-key.entity';
import {
  toNewApiKey,
  type ApiKeyResponse,
  type CreateApiKeyDto,
  type CreatedApiKeyData,
} from './api-keys.dto';
import type { UserAccount } from '../../users/users.types';
import { ZONE } from '../../common/time/calendar';
import { prepareStatement } from '../../database/prepared-statement';

/** `np_live_` and 256 random bits. */
const KEY = /^np_live_[\w-]{43}$/;
/** Characters that are stored and shown in the place of a key. */
const VISIBLE = 'np_live_'.length + 6;

/** A key with the present state of its owner. */
interface KeyRow
  extends
    Pick<
      ApiKey,
      'id' | 'userId' | 'prefix' | 'scopes' | 'allowedAddresses' | 'expiresAt' | 'lastUsedAt'
    >,
    Pick<UserAccount, 'name' | 'email' | 'role'> {
  readonly dailyLimitKobo: string | null;
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

/** Keys with which programs of a customer call the API. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly listTokens: ListTokenRevocationService,
    private readonly mail: AuthMailService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * The customer that a key acts for, and notes the use once a minute.
   * @throws DomainError unauthenticated when the key is unknown, removed or expired, or its owner no active customer;
   * forbidden KEY_ADDRESS from an address that it does not allow.
   */
  async authenticate(key: string, client: ClientInfo): Promise<SessionActor> {
    const found = await this.findWithOwner(key);
    const now = this.clock.now();
    // Keys are for customers: those of a user who joined the staff end with the promotion.
    if (!found || found.role !== 'user' || (found.expiresAt && found.expiresAt <= now))
      throw keyRejected();
    if (!isAllowedFrom(found.allowedAddresses, client.ip)) throw refuse('KEY_ADDRESS');
    const ifBefore = new Date(now.getTime() - LAST_SEEN_INTERVAL);
    // Compare-and-set: of parallel requests within one interval only the first writes.
    if (!found.lastUsedAt || found.lastUsedAt <= ifBefore)
      await this.uow.execute(TOUCH, [found.id, now, ifBefore]);
    const { id, userId, name, email, role, prefix, scopes, dailyLimitKobo } = found;
    return {
      ...{ userId, name, email, role, ...client },
      sessionId: '',
      mustChangePassword: false,
      // Never recent: a key is not enough for what needs a sign-in.
      authenticatedAt: new Date(0),
      apiKey: { id, prefix, scopes, dailyLimit: toMoney(dailyLimitKobo) },
    };
  }

  /** Newest first, with the expired ones. */
  list({ userId }: Actor): Promise<ApiKeyResponse[]> {
    return this.uow.manager.query<ApiKeyResponse[]>(
      `SELECT k.id, k.name, k.prefix, k.scopes, k.allowed_addresses,
              (k.daily_limit_kobo / 100)::int AS daily_limit, k.created_at, k.expires_at, k.last_used_at,
              ceil(coalesce(s.spent_kobo, 0) / 100.0)::float8 AS spent_today
       FROM api_key k LEFT JOIN api_key_spending s
         ON s.api_key_id = k.id AND s.day = (now() AT TIME ZONE '${ZONE}')::date
       WHERE k.user_id = $1 AND k.removed_at IS NULL ORDER BY k.id DESC LIMIT 200`,
      [userId],
    );
  }

  /**
   * Creates a key and notifies its owner by mail.
   * @throws DomainError forbidden REAUTHENTICATION_REQUIRED, conflict TOO_MANY_API_KEYS.
   */
  async create(actor: SessionActor, body: CreateApiKeyDto): Promise<CreatedApiKeyData> {
    const input = toNewApiKey(body, this.clock.now());
    this.sessions.assertRecent(actor);
    const key = `np_live_${randomBytes(32).toString('base64url')}`;
    const prefix = key.slice(0, VISIBLE);
    return this.uow.run(async () => {
      const user = await this.users.lock(actor.userId);
      if (!user) throw refuse('UNAUTHENTICATED');
      const createdAt = this.clock.now();
      const manager = this.uow.requireTransaction();
      const live = await manager.countBy(ApiKey, [
        { userId: user.id, removedAt: IsNull(), expiresAt: IsNull() },
        { userId: user.id, removedAt: IsNull(), expiresAt: MoreThan(createdAt) },
      ]);
      if (live >= MAX_API_KEYS) throw refuse('TOO_MANY_API_KEYS');
      const stored = { userId: user.id, ...input, prefix, keyHash: hashKey(key), createdAt };
      const { identifiers } = await manager.insert(ApiKey, stored);
      const id = identifiers[0]!.id as number;
      await this.audit.record(actor, {
        action: 'auth.api_key_created',
        target: `api-key:${id}`,
        details: `Created the API key “${input.name}” (${prefix}…) for ${input.scopes.join(', ')}`,
      });
      await this.mail.sendApiKeyCreated(user, input, prefix);
      return {
        ...{ id, name: input.name, prefix, scopes: input.scopes, key },
        allowed_addresses: input.allowedAddresses,
        daily_limit: input.dailyLimit?.toNairaFloor() ?? null,
        spent_today: 0,
        created_at: createdAt,
        expires_at: input.expiresAt,
        last_used_at: null,
      };
    });
  }

  /** It stops working at once, in every process. @throws DomainError not_found. */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.uow.run(async () => {
      const [[removed]] = await this.uow
        .requireTransaction()
        .query<[{ name: string; prefix: string }[], number]>(
          `UPDATE api_key SET removed_at = $3
           WHERE user_id = $1 AND id = $2 AND removed_at IS NULL RETURNING name, prefix`,
          [actor.userId, id, this.clock.now()],
        );
      if (!removed) throw refuse('API_KEY_NOT_FOUND');
      await this.listTokens.apiKeyRemoved(id);
      await this.audit.record(actor, {
        action: 'auth.api_key_removed',
        target: `api-key:${id}`,
        details: `Removed the API key “${removed.name}” (${removed.prefix}…)`,
      });
    });
  }

  /**
   * Removes every key of a user, and what else may have been set up by whoever knew the password; needs an open unit of
   * work.
   */
  async removeAll(userId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(ApiKey, { userId, removedAt: IsNull() }, { removedAt: this.clock.now() });
    await this.listTokens.allApiKeysRemoved(userId);
  }

  /** Removes all keys of an account that is closed, and what the owner entered, also from removed ones; needs an open unit of work. */
  async erase(userId: number): Promise<void> {
    await this.uow.requireTransaction().query(
      `UPDATE api_key SET removed_at = coalesce(removed_at, $2), name = '', allowed_addresses = '{}'
       WHERE user_id = $1`,
      [userId, this.clock.now()],
    );
  }

  /** Runs on every request with a key. @returns null when it was removed, or its owner is not active or a member of a team. */
  private async findWithOwner(key: string): Promise<KeyRow | null> {
    if (!KEY.test(key)) return null;
    const { rows } = await this.uow.execute<KeyRow>(FIND_WITH_OWNER, [hashKey(key)]);
    return rows[0] ?? null;
  }
}

const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

const toMoney = (kobo: string | null): Money | null =>
  kobo === null ? null : Money.kobo(BigInt(kobo));
