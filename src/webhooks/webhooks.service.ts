import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { AuditService } from '../audit/audit.service';
import type { AuditAction } from '../audit/audit.types';
import { encrypt } from '../common/crypto/secrets';
import type { Actor } from '../common/security/actor';
import { AppConfig } from '../config/app-config';
import { UnitOfWork } from '../database/unit-of-work';
import { JobQueue } from '../queue/job-queue';
import { UsersService } from '../users/users.service';
import { parseWebhookUrl } from './delivery/webhook-target';
import { webhookContext } from './webhooks.encrypted-columns';
import {
  deliveryNotFound,
  tooManyWebhooks,
  webhookDisabled,
  webhookNotFound,
} from './webhooks.errors';
import { WebhooksRepository } from './webhooks.repository';
import {
  MAX_WEBHOOKS,
  TEST_EVENT,
  type WebhookChange,
  type WebhookDeliveryView,
  type WebhookEventType,
  type WebhookView,
} from './webhooks.types';

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
