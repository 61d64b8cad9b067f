import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor, ClientInfo, SessionActor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import { unauthenticated } from '../auth.errors';
import { ListTokenRevocationService } from '../../proxies/connection-lists/list-token-revocation.service';
import { AuthMailService } from '../mail/auth-mail.service';
import { LAST_SEEN_INTERVAL } from '../sessions/session-policy';
import { SessionsService } from '../sessions/sessions.service';
import { createKey, hashKey, isKey, toPrefix } from './api-key-format';
import { apiKeyNotFound, keyAddressRefused, keyRejected, tooManyApiKeys } from './api-keys.errors';
import { ApiKeysRepository } from './api-keys.repository';
import {
  type ApiKeyView,
  type CreatedApiKey,
  MAX_API_KEYS,
  type NewApiKey,
} from './api-keys.types';
import { isAllowedFrom } from './parse-ranges';

/** Keys with which programs of a customer call the API. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly repository: ApiKeysRepository,
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
    const found = isKey(key) ? await this.repository.findWithOwner(hashKey(key)) : null;
    const now = this.clock.now();
    // Keys are for customers: those of a user who joined the staff end with the promotion.
    if (!found || found.role !== 'user' || (found.expiresAt && found.expiresAt <= now))
      throw keyRejected();
    if (!isAllowedFrom(found.allowedAddresses, client.ip)) throw keyAddressRefused();
    const ifBefore = new Date(now.getTime() - LAST_SEEN_INTERVAL);
    if (!found.lastUsedAt || found.lastUsedAt <= ifBefore)
      await this.repository.touch(found.id, now, ifBefore);
    const { id, userId, name, email, role, prefix, scopes, dailyLimit } = found;
    return {
      ...{ userId, name, email, role, ...client },
      sessionId: '',
      mustChangePassword: false,
      // Never recent: a key is not enough for what needs a sign-in.
      authenticatedAt: new Date(0),
      apiKey: { id, prefix, scopes, dailyLimit },
    };
  }

  list({ userId }: Actor): Promise<ApiKeyView[]> {
    return this.repository.list(userId);
  }

  /**
   * Creates a key and notifies its owner by mail.
   * @throws DomainError forbidden REAUTHENTICATION_REQUIRED, conflict TOO_MANY_API_KEYS.
   */
  async create(actor: SessionActor, wish: NewApiKey): Promise<CreatedApiKey> {
    this.sessions.assertRecent(actor);
    const key = createKey();
    const prefix = toPrefix(key);
    return this.uow.run(async () => {
      const user = await this.users.lock(actor.userId);
      if (!user) throw unauthenticated();
      const createdAt = this.clock.now();
      if ((await this.repository.countLive(user.id, createdAt)) >= MAX_API_KEYS)
        throw tooManyApiKeys();
      const stored = { prefix, keyHash: hashKey(key), createdAt };
      const id = await this.repository.insert(user.id, wish, stored);
      await this.audit.record(actor, {
        action: 'auth.api_key_created',
        target: `api-key:${id}`,
        details: `Created the API key “${wish.name}” (${prefix}…) for ${wish.scopes.join(', ')}`,
      });
      await this.mail.sendApiKeyCreated(user, wish, prefix);
      return { ...wish, id, prefix, createdAt, key, lastUsedAt: null, spentToday: Money.zero };
    });
  }

  /** It stops working at once, in every process. @throws DomainError not_found. */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.uow.run(async () => {
      const removed = await this.repository.remove(actor.userId, id, this.clock.now());
      if (!removed) throw apiKeyNotFound();
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
    await this.repository.removeAll(userId, this.clock.now());
    await this.listTokens.allApiKeysRemoved(userId);
  }

  /** Of an account that is closed; needs an open unit of work. */
  erase(userId: number): Promise<void> {
    return this.repository.erase(userId, this.clock.now());
  }
}
