import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { CatalogService } from '../../catalog/catalog.service';
import { invalidFields } from '../../common/errors/domain-error';
import { getPersonId, type Actor } from '../../common/security/actor';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { PlaceService } from '../places/place.service';
import { toPlaceChoice } from '../proxies.dto';
import { listNotFound, listNotShared, proxyNotActive, proxyNotFound } from '../proxies.errors';
import { ProxiesService, type OwnedProxy } from '../proxies.service';
import { KIND_OF_TYPE } from '../proxy.types';
import {
  listDedicated,
  splitCountries,
  toNarrowing,
  toPoolConnections,
  type Connection,
  type ConnectionListRequest,
} from './connections';
import type {
  ConnectionListQuery,
  NewSharedListData,
  SharedListData,
} from './connection-lists.dto';

const TOKEN = /^npl_[\w-]{43}$/;

/**
 * Whether the creator `c` of the token `t` still has the access to the proxy `p` with which the token was created.
 * Events delete tokens; this condition adds what ends without one, such as the time of an API key.
 */
const CREATOR_HAS_ACCESS = `c.status = 'active'
  AND (c.id = p.user_id OR (c.role = 'user' AND EXISTS (
    SELECT FROM team_member m WHERE m.owner_id = p.user_id AND m.member_id = c.id AND m.role = 'buyer')))
  AND (t.api_key_id IS NULL OR EXISTS (
    SELECT FROM api_key k WHERE k.id = t.api_key_id AND k.removed_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > now())))`;

/**
 * Lists what programs enter to use a proxy, each line with a session or a place of its own, and shares such a list under an
 * address that needs no sign-in.
 */
@Injectable()
export class ConnectionListsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly proxies: ProxiesService,
    private readonly catalog: CatalogService,
    private readonly places: PlaceService,
    private readonly audit: AuditService,
    private readonly config: AppConfig,
  ) {}

  /** Connections that work now. */
  async list(
    owner: { readonly userId: number },
    id: number,
    query: ConnectionListQuery,
  ): Promise<Connection[]> {
    const request = { ...query, ...toPlaceChoice(query), count: query.count ?? 1 };
    const proxy = await this.proxies.get(owner, id);
    if (proxy.isExpired) throw proxyNotActive('expired');
    if (proxy.status !== 'active') throw proxyNotActive(proxy.status);
    if (request.session === 'rotating' && request.ttl_minutes !== undefined)
      throw invalidFields({ ttl_minutes: ['Rotating connections keep no address.'] });
    return proxy.type === 'individual_ipv4'
      ? listDedicated(proxy, request)
      : this.listPool(proxy, request);
  }

  /** The connections of the proxy that a token is for. */
  async open(token: string, query: ConnectionListQuery): Promise<Connection[]> {
    const found = TOKEN.test(token) ? await this.use(hash(token)) : undefined;
    if (!found) throw listNotFound();
    return this.list(found, found.proxyId, query);
  }

  async getToken({ userId }: Actor, proxyId: number): Promise<SharedListData> {
    const [list] = await this.uow.manager.query<SharedListData[]>(
      `SELECT t.created_at, t.last_used_at
       FROM proxy_list_token t JOIN proxy p ON p.id = t.proxy_id JOIN users c ON c.id = t.created_by
       WHERE p.user_id = $1 AND p.id = $2 AND ${CREATOR_HAS_ACCESS}`,
      [userId, proxyId],
    );
    if (!list) throw listNotShared();
    return list;
  }

  /**
   * Takes the place of an earlier token, which stops working. Membership and key stay locked until the token is stored, so
   * that a concurrent removal either finds the token or prevents it.
   */
  async createToken(actor: Actor, proxyId: number): Promise<NewSharedListData> {
    const token = `npl_${randomBytes(32).toString('base64url')}`;
    const created = await this.uow.run(async () => {
      const [list] = await this.uow.requireTransaction().query<SharedListData[]>(
        `INSERT INTO proxy_list_token (proxy_id, token_hash, created_by, api_key_id)
         SELECT id, $3, $4::int, $5::int FROM proxy WHERE id = $2 AND user_id = $1
           AND (user_id = $4::int OR EXISTS (
             SELECT FROM team_member WHERE owner_id = $1 AND member_id = $4::int AND role = 'buyer' FOR SHARE))
           AND ($5::int IS NULL OR EXISTS (
             SELECT FROM api_key WHERE id = $5::int AND removed_at IS NULL FOR SHARE))
         ON CONFLICT (proxy_id) DO UPDATE
         SET token_hash = excluded.token_hash, created_by = excluded.created_by,
             api_key_id = excluded.api_key_id, created_at = now(), last_used_at = NULL
         RETURNING created_at, last_used_at`,
        [actor.userId, proxyId, hash(token), getPersonId(actor), actor.apiKey?.id ?? null],
      );
      if (!list) throw proxyNotFound();
      await this.record(actor, proxyId, 'Shared the connections of the proxy under a new address');
      return list;
    });
    return { ...created, token, url: `${this.config.http.appUrl}/api/v1/lists/${token}` };
  }

  revokeToken(actor: Actor, proxyId: number): Promise<void> {
    return this.uow.run(async () => {
      const [, removed] = await this.uow
        .requireTransaction()
        .query<[unknown[], number]>(
          `DELETE FROM proxy_list_token t USING proxy p WHERE p.id = t.proxy_id AND p.user_id = $1 AND p.id = $2`,
          [actor.userId, proxyId],
        );
      if (!removed) throw listNotShared();
      await this.record(actor, proxyId, 'Revoked the shared address of the connections');
    });
  }

  private async listPool(proxy: OwnedProxy, request: ConnectionListRequest): Promise<Connection[]> {
    const places = splitCountries(request).map((each) => toNarrowing(proxy, each));
    for (const place of places) await this.assertIncluded(proxy, place);
    return toPoolConnections(proxy, places, request);
  }

  private async assertIncluded(
    proxy: OwnedProxy,
    narrowing: ReturnType<typeof toNarrowing>,
  ): Promise<void> {
    const kind = KIND_OF_TYPE[proxy.type];
    if (kind === 'datacenter' || Object.values(narrowing).every((code) => code === null)) return;
    const wanted = {
      country: narrowing.country ?? proxy.country,
      region: narrowing.region ?? proxy.region,
      city: narrowing.city ?? proxy.city,
      isp: narrowing.isp ?? proxy.isp,
    };
    const place = await this.catalog.resolveTargeting(kind, wanted, 'served');
    await this.places.assertIncluded(proxy, place);
  }

  /** The proxy of a token, if the accounts of its owner and creator have access; notes the use once an hour. */
  private async use(tokenHash: Buffer): Promise<{ proxyId: number; userId: number } | undefined> {
    const [found] = await this.uow.manager.query<
      { proxyId: number; userId: number; isNoted: boolean }[]
    >(
      `SELECT t.proxy_id AS "proxyId", p.user_id AS "userId",
              coalesce(t.last_used_at > now() - interval '1 hour', false) AS "isNoted"
       FROM proxy_list_token t JOIN proxy p ON p.id = t.proxy_id JOIN users u ON u.id = p.user_id
       JOIN users c ON c.id = t.created_by
       WHERE t.token_hash = $1 AND u.status = 'active' AND ${CREATOR_HAS_ACCESS}`,
      [tokenHash],
    );
    if (found && !found.isNoted)
      await this.uow.manager.query(
        `UPDATE proxy_list_token SET last_used_at = now() WHERE token_hash = $1`,
        [tokenHash],
      );
    return found;
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
