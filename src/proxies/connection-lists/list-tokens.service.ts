import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { type Actor, getPersonId } from '../../common/security/actor';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { proxyNotFound } from '../proxies.errors';
import { ConnectionListsService } from './connection-lists.service';
import { listNotFound, listNotShared } from './connection-lists.errors';
import type { Connection, ConnectionListRequest, SharedList } from './connection-lists.types';
import { ListTokenRepository } from './list-token.repository';

const TOKEN = /^npl_[\w-]{43}$/;

export interface NewSharedList extends SharedList {
  /** Not stored. */
  readonly token: string;
  readonly url: string;
}

/** Addresses under which programs fetch the connections of one proxy, without a sign-in. */
@Injectable()
export class ListTokensService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: ListTokenRepository,
    private readonly lists: ConnectionListsService,
    private readonly audit: AuditService,
    private readonly config: AppConfig,
  ) {}

  /** Takes the place of an earlier one, which stops working. @throws DomainError not_found. */
  async create(actor: Actor, proxyId: number): Promise<NewSharedList> {
    const token = `npl_${randomBytes(32).toString('base64url')}`;
    const creator = { personId: getPersonId(actor), apiKeyId: actor.apiKey?.id ?? null };
    const created = await this.uow.run(async () => {
      const list = await this.repository.replace(actor.userId, proxyId, hash(token), creator);
      if (!list) throw proxyNotFound();
      await this.record(actor, proxyId, 'Shared the connections of the proxy under a new address');
      return list;
    });
    return { ...created, token, url: `${this.config.http.appUrl}/api/v1/lists/${token}` };
  }

  /** @throws DomainError not_found LIST_NOT_SHARED. */
  async get(actor: Actor, proxyId: number): Promise<SharedList> {
    const list = await this.repository.find(actor.userId, proxyId);
    if (!list) throw listNotShared();
    return list;
  }

  /** @throws DomainError not_found LIST_NOT_SHARED. */
  revoke(actor: Actor, proxyId: number): Promise<void> {
    return this.uow.run(async () => {
      if (!(await this.repository.remove(actor.userId, proxyId))) throw listNotShared();
      await this.record(actor, proxyId, 'Revoked the shared address of the connections');
    });
  }

  /** @throws DomainError not_found LIST_NOT_FOUND; else as `ConnectionListsService.list`. */
  async open(token: string, request: ConnectionListRequest): Promise<Connection[]> {
    const found = TOKEN.test(token) ? await this.repository.use(hash(token)) : undefined;
    if (!found) throw listNotFound();
    return this.lists.list(found, found.proxyId, request);
  }

  private record(actor: Actor, proxyId: number, details: string): Promise<void> {
    return this.audit.record(actor, {
      action: 'proxy.list_shared',
      target: `proxy:${proxyId}`,
      details,
    });
  }
}

const hash = (token: string): Buffer => createHash('sha256').update(token).digest();
