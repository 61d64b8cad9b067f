import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { WebhookEvent } from './webhook-event.entity';
import { WebhookDelivery } from './webhook-delivery.entity';
import { Webhook } from './webhook.entity';
import type {
  WebhookChange,
  WebhookDeliveryView,
  WebhookEventType,
  WebhookView,
} from './webhooks.types';

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
