import { Injectable } from '@nestjs/common';
import { plainNumber } from '../audit/audit-changes.types';
import { AuditService } from '../audit/audit.service';
import type { Actor } from '../common/security/actor';
import { hasVisibleCharacter } from '../common/text/visible-text';
import { UnitOfWork } from '../database/unit-of-work';
import type { ProxyLabelsDto, TagsData } from './proxy-settings.dto';
import {
  addressFixed,
  notADatacenterProxy,
  proxyNotActive,
  proxyNotFound,
  tooManyTags,
} from './proxies.errors';
import { Proxy } from './proxy.entity';
import { ProxiesService, type OwnedProxy } from './proxies.service';
import { lockedInOrder, lockOwnerShared } from './proxy.sql';
import { MAX_TAGS, toTargeting, type Protocol, type Targeting } from './proxy.types';

/** Fields left out stay unchanged. */
interface ProxyConfig {
  readonly protocol?: Protocol;
  readonly targeting?: Targeting;
  readonly ttlMinutes?: number;
}

type Settings = Pick<Proxy, 'protocol' | 'ttlMinutes' | keyof Targeting>;

/** The sessions of a proxy whose rotations are kept; older ones return to their first exit. */
const MAX_SESSIONS = 1_000;

/** What owners change on their proxies; gateways hear of it with the commit. */
@Injectable()
export class ProxySettingsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly proxies: ProxiesService,
    private readonly audit: AuditService,
  ) {}

  async changeLabels(
    { userId }: Actor,
    id: number,
    { note, tags, add_tags: added = [] }: ProxyLabelsDto,
  ): Promise<void> {
    await this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const [before] = await manager.query<Pick<Proxy, 'note' | 'tags'>[]>(
        `SELECT note, tags FROM proxy WHERE id = $2 AND user_id = $1 FOR NO KEY UPDATE`,
        [userId, id],
      );
      if (!before) throw proxyNotFound();
      const all = normalizeTags([...(tags ?? before.tags), ...added]);
      if (all.length > MAX_TAGS) throw tooManyTags(MAX_TAGS);
      const text = note === undefined ? before.note : normalizeNote(note);
      await manager.update(Proxy, { id }, { note: text, tags: all });
    });
  }

  /** For an account that is closed. Needs an open unit of work. */
  async removeLabels(userId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(
        `UPDATE proxy SET note = NULL, tags = '{}', updated_at = now() WHERE ${lockedInOrder('user_id = $1')}`,
        [userId],
      );
  }

  /** The most used first; those that differ in case only are one. */
  async listTags({ userId }: Actor): Promise<TagsData> {
    return {
      tags: await this.uow.manager.query(
        `SELECT min(tag) AS tag, count(*)::int AS count FROM proxy, unnest(tags) AS tag
         WHERE user_id = $1 AND tags <> '{}' GROUP BY lower(tag) ORDER BY count(*) DESC, lower(tag) LIMIT 200`,
        [userId],
      ),
    };
  }

  async updateDatacenter(actor: Actor, apiId: string, protocol: Protocol): Promise<OwnedProxy> {
    const proxy = await this.getActive(actor, apiId);
    if (proxy.type !== 'individual_ipv4') throw notADatacenterProxy();
    await this.uow.run(async () => {
      await lockOwnerShared(this.uow, actor.userId);
      await this.reconfigureActive(actor, proxy, { protocol });
    });
    return this.proxies.get(actor, proxy.id);
  }

  async getActive(actor: Actor, apiId: string): Promise<OwnedProxy> {
    const proxy = await this.proxies.getByApiId(actor, apiId);
    assertActive(proxy);
    return proxy;
  }

  /** As `reconfigure`, and refuses a proxy that is no longer in service. */
  async reconfigureActive(
    actor: Actor,
    { id, apiId }: OwnedProxy,
    config: ProxyConfig,
  ): Promise<void> {
    if (await this.reconfigure(actor, id, config)) return;
    await this.getActive(actor, apiId);
    throw new Error(`Proxy ${id} is active and cannot be reconfigured`);
  }

  /** Requires an open unit of work. @returns false when the proxy is not in service. */
  async reconfigure(
    actor: Actor,
    id: number,
    { protocol, ttlMinutes, targeting }: ProxyConfig,
  ): Promise<boolean> {
    const manager = this.uow.requireTransaction();
    const [before] = await manager.query<Settings[]>(
      `SELECT protocol, ttl_minutes AS "ttlMinutes", country, region, city, isp FROM proxy
       WHERE id = $1 AND status = 'active' AND expires_at > now() FOR NO KEY UPDATE`,
      [id],
    );
    if (!before) return false;
    const changes = {
      ...(protocol !== undefined && { protocol }),
      ...(ttlMinutes !== undefined && { ttlMinutes }),
      ...(targeting && toTargeting(targeting)),
    };
    await manager.update(Proxy, { id }, changes);
    const after = { ...before, ...changes };
    await this.audit.record(actor, {
      action: 'proxy.reconfigured',
      target: `proxy:${id}`,
      details: `Configuration of proxy ${id} changed`,
      before: targeting ? toAuditValues(before) : { protocol: before.protocol },
      after: targeting ? toAuditValues(after) : { protocol: after.protocol },
    });
    return true;
  }

  /**
   * Gives a session of a pool proxy another exit: open connections stay, new ones leave from the new exit.
   * @param session the proxy's own when null.
   */
  async rotate(actor: Actor, id: number, session: string | null): Promise<void> {
    const proxy = await this.proxies.get(actor, id);
    assertActive(proxy);
    if (proxy.type === 'individual_ipv4') throw addressFixed();
    // One statement counts the rotation, forgets the oldest session and notifies the gateways.
    await this.uow.manager.query(
      `WITH rotating AS MATERIALIZED (
         SELECT id, coalesce($2, session_id) AS session FROM proxy
         WHERE id = $1 AND exit_node_id IS NULL FOR NO KEY UPDATE),
       rotated AS (
         INSERT INTO gateway_rotation AS r (proxy_id, session, rotations, rotated_at)
         SELECT id, session, 1, clock_timestamp() FROM rotating
         ON CONFLICT (proxy_id, session) DO UPDATE
           SET rotations = r.rotations + 1, rotated_at = clock_timestamp()
         RETURNING proxy_id),
       forgotten AS (
         DELETE FROM gateway_rotation WHERE (proxy_id, session) IN (
           SELECT r.proxy_id, r.session FROM gateway_rotation r
           JOIN rotating a ON a.id = r.proxy_id AND a.session <> r.session
           ORDER BY r.rotated_at DESC OFFSET $3 - 1))
       SELECT pg_notify('gateway_credential', proxy_id::text) FROM rotated`,
      [id, session, MAX_SESSIONS],
    );
  }
}

function assertActive({ isExpired, status }: OwnedProxy): void {
  if (isExpired) throw proxyNotActive('expired');
  if (status !== 'active') throw proxyNotActive(status);
}

const toAuditValues = ({ ttlMinutes, ...settings }: Settings) => ({
  ...settings,
  ttlMinutes: ttlMinutes === null ? null : plainNumber(ttlMinutes),
});

/** Control characters, and the marks that reverse the direction of text. */
const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** One line, without what cannot be seen and without space around it. */
const toTag = (text: string): string => text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();

/** Lines, without anything else that cannot be seen; an empty note is none. */
export function normalizeNote(text: string | null): string | null {
  const lines = (text ?? '').split(/\r?\n/).map((line) => line.replace(UNSEEN, ' ').trimEnd());
  return lines.join('\n').trim() || null;
}

/** Once each, in the order given: tags that differ in case only are one, in the case of the first. */
export function normalizeTags(tags: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const tag of tags.map(toTag)) {
    const key = tag.toLocaleLowerCase('en');
    if (hasVisibleCharacter(tag) && !found.has(key)) found.set(key, tag);
  }
  return [...found.values()];
}
