import { isIP } from 'node:net';
import { isLoopback } from '../common/net/addresses';
import { bareHost, OutboundGuard } from '../common/net/outbound-guard';
import {
  invalidWebhookUrl,
  deliveryNotFound,
  tooManyWebhooks,
  webhookDisabled,
  webhookNotFound,
} from './webhooks.errors';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import {
  WebhookEvent,
  WebhookDelivery,
  Webhook,
  type WebhookChange,
  type WebhookDeliveryView,
  type WebhookEventType,
  type WebhookView,
  MAX_WEBHOOKS,
  TEST_EVENT,
} from './webhook.entity';
import { randomBytes } from 'node:crypto';
import { AuditService } from '../audit/audit.service';
import type { AuditAction } from '../audit/audit.types';
import { encrypt } from '../common/crypto/secrets';
import type { Actor } from '../common/security/actor';
import { AppConfig } from '../config/app-config';
import { JobQueue } from '../queue/job-queue';
import { UsersService } from '../users/users.service';
import { webhookContext } from './webhooks.encrypted-columns';

const LOCAL_NAME = /^localhost$|\.(localhost|local|internal|localdomain|home\.arpa)$/;
const MAX_LENGTH = 2000;

/**
 * Refuses what can be refused without DNS; the rest is checked with every connection.
 * @returns the normalized URL. @throws DomainError invalid with errors.url.
 */
export function parseWebhookUrl(text: string, allowLoopback: boolean): string {
  if (text.length > MAX_LENGTH) throw invalidWebhookUrl('The URL is too long');
  const url = tryParse(text);
  if (!url) throw invalidWebhookUrl('Enter a URL such as https://example.com/webhooks');
  if (url.username || url.password)
    throw invalidWebhookUrl('The URL must not contain a username or password');
  const host = bareHost(url);
  const isLocal = host === 'localhost' || (isIP(host) !== 0 && isLoopback(host));
  url.hash = '';
  if (allowLoopback && isLocal && /^https?:$/.test(url.protocol)) return url.href;
  if (url.protocol !== 'https:') throw invalidWebhookUrl('The URL must begin with https://');
  const isUsable = isIP(host)
    ? new OutboundGuard(allowLoopback).allows(host, url)
    : host.includes('.') && !LOCAL_NAME.test(host);
  if (!isUsable) throw invalidWebhookUrl('The URL must be reachable from the Internet');
  return url.href;
}

function tryParse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

const VIEW = {
  ...{ id: true, url: true, events: true, enabled: true, disabledReason: true, createdAt: true },
} as const;

/** Webhooks of one owner, whose id is in every condition. Lists of deliveries join the events, so they are SQL. */
@Injectable()
export class WebhooksRepository {
  constructor(private readonly uow: UnitOfWork) {}

  list(userId: number): Promise<WebhookView[]> {
    return this.uow.manager.find(Webhook, {
      select: VIEW,
      where: { userId },
      order: { id: 'DESC' },
    });
  }

  find(userId: number, id: number): Promise<WebhookView | null> {
    return this.uow.manager.findOne(Webhook, { select: VIEW, where: { id, userId } });
  }

  /** Call it with the owner locked. */
  count(userId: number): Promise<number> {
    return this.uow.requireTransaction().countBy(Webhook, { userId });
  }

  async insert(
    userId: number,
    url: string,
    events: readonly WebhookEventType[],
    secretEncrypted: string,
  ): Promise<number> {
    const { identifiers } = await this.uow
      .requireTransaction()
      .insert(Webhook, { userId, url, events: [...events], secretEncrypted });
    return identifiers[0]!.id as number;
  }

  /** Switching it on begins anew with its failures. @returns false when the user has no such webhook. */
  async update(userId: number, id: number, change: WebhookChange): Promise<boolean> {
    const { url, events, enabled } = change;
    const { affected } = await this.uow.requireTransaction().update(
      Webhook,
      { id, userId },
      {
        id,
        ...(url !== undefined && { url }),
        ...(events && { events: [...events] }),
        ...(enabled !== undefined && { enabled, failures: 0, disabledReason: null }),
      },
    );
    return affected === 1;
  }

  /** The present secret goes on signing for the overlap. @returns false when the user has no such webhook. */
  async rotateSecret(
    userId: number,
    id: number,
    secretEncrypted: string,
    overlapHours: number,
  ): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .update(Webhook)
      .set({
        secretEncrypted,
        previousSecretEncrypted: () => 'secret_encrypted',
        previousSecretUntil: () => 'now() + make_interval(hours => :hours)',
      })
      .where({ id, userId })
      .setParameters({ hours: overlapHours })
      .execute();
    return affected === 1;
  }

  /** @returns its URL; undefined when the user has no such webhook. */
  async remove(userId: number, id: number): Promise<string | undefined> {
    const [rows] = await this.uow
      .requireTransaction()
      .query<[{ url: string }[], number]>(
        'DELETE FROM webhook WHERE user_id = $1 AND id = $2 RETURNING url',
        [userId, id],
      );
    return rows[0]?.url;
  }

  async removeAll(userId: number): Promise<void> {
    const manager = this.uow.requireTransaction();
    await manager.delete(Webhook, { userId });
    await manager.delete(WebhookEvent, { userId });
  }

  /** Of the owner's webhook `id`. @returns the id of the delivery. */
  async insertEvent(
    userId: number,
    id: number,
    type: string,
    data: Record<string, string>,
  ): Promise<number> {
    const manager = this.uow.requireTransaction();
    const event = await manager.insert(WebhookEvent, { userId, type, data });
    const eventId = event.identifiers[0]!.id as string;
    const { identifiers } = await manager.insert(WebhookDelivery, {
      webhookId: id,
      eventId,
      nextAttemptAt: () => 'now()',
    });
    return identifiers[0]!.id as number;
  }

  /** Newest first. */
  listDeliveries(userId: number, id: number, limit: number): Promise<WebhookDeliveryView[]> {
    return this.uow.manager.query(
      `SELECT d.id, d.event_id AS "eventId", e.type, d.status, d.attempts, d.response_status AS "responseStatus",
              d.last_error AS "lastError", d.created_at AS "createdAt", d.last_attempt_at AS "lastAttemptAt",
              d.next_attempt_at AS "nextAttemptAt"
       FROM webhook w JOIN webhook_delivery d ON d.webhook_id = w.id JOIN webhook_event e ON e.id = d.event_id
       WHERE w.user_id = $1 AND w.id = $2 ORDER BY d.id DESC LIMIT $3`,
      [userId, id, limit],
    );
  }

  /** Has a delivery attempted again from the beginning. @returns false when the webhook has no such delivery. */
  async redeliver(userId: number, id: number, deliveryId: number): Promise<boolean> {
    const [, updated] = await this.uow.requireTransaction().query<[unknown[], number]>(
      `UPDATE webhook_delivery d SET status = 'pending', attempts = 0, next_attempt_at = now()
       FROM webhook w WHERE w.id = d.webhook_id AND w.user_id = $1 AND w.id = $2 AND d.id = $3`,
      [userId, id, deliveryId],
    );
    return updated === 1;
  }
}

/** How long the previous secret goes on signing. */
const OVERLAP_HOURS = 24;
const SHOWN_DELIVERIES = 50;

/** The webhooks of a customer. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly config: AppConfig,
    private readonly repository: WebhooksRepository,
    private readonly users: UsersService,
    private readonly audit: AuditService,
    private readonly jobs: JobQueue,
    private readonly uow: UnitOfWork,
  ) {}

  list({ userId }: Actor): Promise<WebhookView[]> {
    return this.repository.list(userId);
  }

  /**
   * @returns the webhook with its secret, which is shown this once.
   * @throws DomainError invalid with errors.url, conflict TOO_MANY_WEBHOOKS.
   */
  async create(
    actor: Actor,
    { url, events }: { readonly url: string; readonly events: readonly WebhookEventType[] },
  ): Promise<{ webhook: WebhookView; secret: string }> {
    const parsed = parseWebhookUrl(url, this.config.sandbox);
    const secret = createSecret();
    return this.uow.run(async () => {
      if (!(await this.users.lock(actor.userId))) throw webhookNotFound();
      if ((await this.repository.count(actor.userId)) >= MAX_WEBHOOKS) throw tooManyWebhooks();
      const encrypted = this.encrypt(actor, secret);
      const id = await this.repository.insert(actor.userId, parsed, events, encrypted);
      await this.record(actor, 'user.webhook_added', id, `Added the webhook ${parsed}`);
      return { webhook: await this.get(actor, id), secret };
    });
  }

  /** @throws DomainError not_found, invalid with errors.url. */
  async update(actor: Actor, id: number, change: WebhookChange): Promise<WebhookView> {
    const url =
      change.url === undefined ? undefined : parseWebhookUrl(change.url, this.config.sandbox);
    return this.uow.run(async () => {
      if (!(await this.repository.update(actor.userId, id, { ...change, url })))
        throw webhookNotFound();
      const webhook = await this.get(actor, id);
      const state = webhook.enabled ? 'on' : 'off';
      const details = `Changed the webhook ${webhook.url}: ${state}, ${webhook.events.join(', ')}`;
      await this.record(actor, 'user.webhook_changed', id, details);
      if (webhook.enabled) await this.enqueue(id);
      return webhook;
    });
  }

  /** With its log; nothing is sent any more. @throws DomainError not_found. */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.uow.run(async () => {
      const url = await this.repository.remove(actor.userId, id);
      if (url === undefined) throw webhookNotFound();
      await this.record(actor, 'user.webhook_removed', id, `Removed the webhook ${url}`);
    });
  }

  /** Of an account that is closed; needs an open unit of work. */
  removeAll(userId: number): Promise<void> {
    return this.repository.removeAll(userId);
  }

  /** For a day both secrets sign. @returns the new secret, shown this once. @throws DomainError not_found. */
  async rotateSecret(actor: Actor, id: number): Promise<{ webhook: WebhookView; secret: string }> {
    const secret = createSecret();
    return this.uow.run(async () => {
      const encrypted = this.encrypt(actor, secret);
      if (!(await this.repository.rotateSecret(actor.userId, id, encrypted, OVERLAP_HOURS)))
        throw webhookNotFound();
      const webhook = await this.get(actor, id);
      const details = `Made a new secret for the webhook ${webhook.url}`;
      await this.record(actor, 'user.webhook_secret_rotated', id, details);
      return { webhook, secret };
    });
  }

  /** Sends an event of the type `webhook.test`. @throws DomainError not_found, conflict WEBHOOK_DISABLED. */
  async sendTest(actor: Actor, id: number): Promise<void> {
    await this.uow.run(async () => {
      if (!(await this.get(actor, id)).enabled) throw webhookDisabled();
      const data = { message: 'This is a test.' };
      await this.repository.insertEvent(actor.userId, id, TEST_EVENT, data);
      await this.enqueue(id);
    });
  }

  /** The last 50, newest first. @throws DomainError not_found. */
  async listDeliveries(actor: Actor, id: number): Promise<WebhookDeliveryView[]> {
    await this.get(actor, id);
    return this.repository.listDeliveries(actor.userId, id, SHOWN_DELIVERIES);
  }

  /** Sends an event again, with the same id. @throws DomainError not_found, conflict WEBHOOK_DISABLED. */
  async redeliver(actor: Actor, id: number, deliveryId: number): Promise<void> {
    await this.uow.run(async () => {
      if (!(await this.get(actor, id)).enabled) throw webhookDisabled();
      if (!(await this.repository.redeliver(actor.userId, id, deliveryId)))
        throw deliveryNotFound();
      await this.enqueue(id);
    });
  }

  private async get({ userId }: Actor, id: number): Promise<WebhookView> {
    const webhook = await this.repository.find(userId, id);
    if (!webhook) throw webhookNotFound();
    return webhook;
  }

  private encrypt({ userId }: Actor, secret: string): string {
    return encrypt(this.config.key('secrets'), webhookContext(userId), secret);
  }

  private enqueue(webhookId: number): Promise<void> {
    return this.uow.afterCommit(() =>
      this.jobs.add('webhooks.deliver', { webhookId }, { key: String(webhookId) }),
    );
  }

  private record(actor: Actor, action: AuditAction, id: number, details: string): Promise<void> {
    return this.audit.record(actor, { action, target: `webhook:${id}`, details });
  }
}

/** `whsec_` and 256 random bits. */
const createSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;
