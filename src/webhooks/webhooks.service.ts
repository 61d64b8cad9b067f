import { isIP } from 'node:net';
import { isLoopback } from '../common/net/addresses';
import { bareHost, OutboundGuard } from '../common/net/outbound-guard';
import { refuse } from './webhooks.errors';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { invalidFields } from '../common/errors/domain-error';
import { withMessage } from '../common/http/api.decorators';
import { MAX_WEBHOOKS, TEST_EVENT, Webhook, WebhookDelivery, WebhookEvent } from './webhook.entity';
import type {
  CreateWebhookDto,
  UpdateWebhookDto,
  WebhookData,
  WebhookDeliveryData,
  WebhookWithSecretData,
} from './webhooks.dto';
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

const invalidWebhookUrl = (message: string) => invalidFields({ url: [message] });

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

/** How long the previous secret goes on signing. */
const OVERLAP_HOURS = 24;
const SHOWN_DELIVERIES = 50;
/** What owners see of a webhook: neither secret. */
const COLUMNS = 'id, url, events, enabled, disabled_reason, created_at';

/** The webhooks of a customer, whose id is in every condition. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly config: AppConfig,
    private readonly users: UsersService,
    private readonly audit: AuditService,
    private readonly jobs: JobQueue,
    private readonly uow: UnitOfWork,
  ) {}

  list({ userId }: Actor): Promise<WebhookData[]> {
    return this.uow.manager.query<WebhookData[]>(
      `SELECT ${COLUMNS} FROM webhook WHERE user_id = $1 ORDER BY id DESC`,
      [userId],
    );
  }

  /**
   * @returns the webhook with its secret, which is shown this once.
   * @throws DomainError with errors.url, TOO_MANY_WEBHOOKS.
   */
  async create(actor: Actor, { url, events }: CreateWebhookDto): Promise<WebhookWithSecretData> {
    const { userId } = actor;
    const parsed = parseWebhookUrl(url, this.config.sandbox);
    const secret = createSecret();
    return this.uow.run(async () => {
      if (!(await this.users.lock(userId))) throw refuse('WEBHOOK_NOT_FOUND');
      const manager = this.uow.requireTransaction();
      if ((await manager.countBy(Webhook, { userId })) >= MAX_WEBHOOKS)
        throw refuse('TOO_MANY_WEBHOOKS');
      const { identifiers } = await manager.insert(Webhook, {
        ...{ userId, url: parsed, events, secretEncrypted: this.encrypt(actor, secret) },
      });
      const id = identifiers[0]!.id as number;
      await this.record(actor, 'user.webhook_added', id, `Added the webhook ${parsed}`);
      return withSecret(await this.get(actor, id), secret);
    });
  }

  /** Switching it on begins anew with its failures. @throws DomainError WEBHOOK_NOT_FOUND, with errors.url. */
  async update(actor: Actor, id: number, body: UpdateWebhookDto): Promise<WebhookData> {
    const { events, enabled } = body;
    const url = body.url === undefined ? null : parseWebhookUrl(body.url, this.config.sandbox);
    return this.uow.run(async () => {
      const { affected } = await this.uow.requireTransaction().update(
        Webhook,
        { id, userId: actor.userId },
        {
          id,
          ...(url !== null && { url }),
          ...(events && { events }),
          ...(enabled !== undefined && { enabled, failures: 0, disabledReason: null }),
        },
      );
      if (affected !== 1) throw refuse('WEBHOOK_NOT_FOUND');
      const webhook = await this.get(actor, id);
      const state = webhook.enabled ? 'on' : 'off';
      const details = `Changed the webhook ${webhook.url}: ${state}, ${webhook.events.join(', ')}`;
      await this.record(actor, 'user.webhook_changed', id, details);
      if (webhook.enabled) await this.enqueue(id);
      return withMessage(webhook, `The webhook is ${state}.`);
    });
  }

  /** With its log; nothing is sent any more. @throws DomainError WEBHOOK_NOT_FOUND. */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.uow.run(async () => {
      const [[removed]] = await this.uow
        .requireTransaction()
        .query<[{ url: string }[], number]>(
          'DELETE FROM webhook WHERE user_id = $1 AND id = $2 RETURNING url',
          [actor.userId, id],
        );
      if (!removed) throw refuse('WEBHOOK_NOT_FOUND');
      await this.record(actor, 'user.webhook_removed', id, `Removed the webhook ${removed.url}`);
    });
  }

  /** Of an account that is closed; needs an open unit of work. */
  async removeAll(userId: number): Promise<void> {
    const manager = this.uow.requireTransaction();
    await manager.delete(Webhook, { userId });
    await manager.delete(WebhookEvent, { userId });
  }

  /** For a day both secrets sign. @returns the new secret, shown this once. @throws DomainError WEBHOOK_NOT_FOUND. */
  async rotateSecret(actor: Actor, id: number): Promise<WebhookWithSecretData> {
    const secret = createSecret();
    return this.uow.run(async () => {
      const [, rotated] = await this.uow.requireTransaction().query<[unknown[], number]>(
        `UPDATE webhook SET secret_encrypted = $3, previous_secret_encrypted = secret_encrypted,
           previous_secret_until = now() + make_interval(hours => $4)
         WHERE user_id = $1 AND id = $2`,
        [actor.userId, id, this.encrypt(actor, secret), OVERLAP_HOURS],
      );
      if (rotated !== 1) throw refuse('WEBHOOK_NOT_FOUND');
      const webhook = await this.get(actor, id);
      const details = `Made a new secret for the webhook ${webhook.url}`;
      await this.record(actor, 'user.webhook_secret_rotated', id, details);
      return withSecret(webhook, secret);
    });
  }

  /** Sends an event of the type `webhook.test`. @throws DomainError WEBHOOK_NOT_FOUND, WEBHOOK_DISABLED. */
  async sendTest(actor: Actor, id: number): Promise<void> {
    await this.uow.run(async () => {
      await this.assertEnabled(actor, id);
      const manager = this.uow.requireTransaction();
      const { identifiers } = await manager.insert(WebhookEvent, {
        ...{ userId: actor.userId, type: TEST_EVENT, data: { message: 'This is a test.' } },
      });
      const eventId = identifiers[0]!.id as string;
      await manager.insert(WebhookDelivery, {
        ...{ webhookId: id, eventId, nextAttemptAt: () => 'now()' },
      });
      await this.enqueue(id);
    });
  }

  /** The last 50, newest first. @throws DomainError WEBHOOK_NOT_FOUND. */
  async listDeliveries(actor: Actor, id: number): Promise<WebhookDeliveryData[]> {
    await this.get(actor, id);
    return this.uow.manager.query<WebhookDeliveryData[]>(
      `SELECT d.id, d.event_id, e.type, d.status, d.attempts, d.response_status, d.last_error, d.created_at,
              d.last_attempt_at, d.next_attempt_at
       FROM webhook w JOIN webhook_delivery d ON d.webhook_id = w.id JOIN webhook_event e ON e.id = d.event_id
       WHERE w.user_id = $1 AND w.id = $2 ORDER BY d.id DESC LIMIT $3`,
      [actor.userId, id, SHOWN_DELIVERIES],
    );
  }

  /** Has an event sent again from the first attempt, with the same id. @throws DomainError WEBHOOK_NOT_FOUND, WEBHOOK_DISABLED. */
  async redeliver(actor: Actor, id: number, deliveryId: number): Promise<void> {
    await this.uow.run(async () => {
      await this.assertEnabled(actor, id);
      const [, updated] = await this.uow.requireTransaction().query<[unknown[], number]>(
        `UPDATE webhook_delivery d SET status = 'pending', attempts = 0, next_attempt_at = now()
         FROM webhook w WHERE w.id = d.webhook_id AND w.user_id = $1 AND w.id = $2 AND d.id = $3`,
        [actor.userId, id, deliveryId],
      );
      if (updated !== 1) throw refuse('DELIVERY_NOT_FOUND');
      await this.enqueue(id);
    });
  }

  private async get({ userId }: Actor, id: number): Promise<WebhookData> {
    const [webhook] = await this.uow.manager.query<WebhookData[]>(
      `SELECT ${COLUMNS} FROM webhook WHERE user_id = $1 AND id = $2`,
      [userId, id],
    );
    if (!webhook) throw refuse('WEBHOOK_NOT_FOUND');
    return webhook;
  }

  private async assertEnabled(actor: Actor, id: number): Promise<void> {
    if (!(await this.get(actor, id)).enabled) throw refuse('WEBHOOK_DISABLED');
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

const withSecret = (webhook: WebhookData, secret: string): WebhookWithSecretData =>
  withMessage({ ...webhook, secret }, 'Copy the secret now. It will not be shown again.');
