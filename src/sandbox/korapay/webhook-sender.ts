import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { SandboxWebhook, type SandboxRefund, type SandboxCharge } from './korapay.entity';
import { createHmac } from 'node:crypto';
import { SECOND } from '../../common/time/clock';
import { toRefundWebhookView, toWebhookView } from './charge-views';
import { type Behaviour, FaultInjectionRepository } from './fault-injection';

export interface NewDelivery {
  readonly reference: string;
  readonly url: string;
  readonly body: string;
  readonly signature: string;
  readonly delayMs: number;
}

export interface DueDelivery {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly signature: string;
}

/** Seconds until the next try, by the number of tries so far; after the last there is none. */
const BACKOFF = '{12,20,40,90,180}';

/** SQL where a claim skips locked rows and where the database calculates with its clock. */
@Injectable()
export class WebhookRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(delivery: NewDelivery): Promise<void> {
    const { delayMs, ...columns } = delivery;
    await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(SandboxWebhook)
      .values({ ...columns, dueAt: () => `now() + :delayMs * interval '1 millisecond'` })
      .setParameters({ delayMs })
      .execute();
  }

  /** Claims due deliveries and schedules their next attempt. */
  async claimDue(): Promise<DueDelivery[]> {
    const [rows] = await this.uow.manager.query<[DueDelivery[], number]>(
      `UPDATE sandbox.webhook SET attempts = attempts + 1,
         due_at = now() + ($1::int[])[attempts + 1] * interval '1 second'
       WHERE id IN (SELECT id FROM sandbox.webhook WHERE due_at <= now()
                    ORDER BY due_at LIMIT 50 FOR UPDATE SKIP LOCKED)
       RETURNING id, url, body, signature`,
      [BACKOFF],
    );
    return rows;
  }

  async recordResponse(id: string, answer: string, delivered: boolean): Promise<void> {
    await this.uow.manager.update(
      SandboxWebhook,
      { id },
      {
        lastAnswer: answer,
        deliveredAt: delivered ? () => 'now()' : null,
        ...(delivered && { dueAt: null }),
      },
    );
  }

  /** Milliseconds until the next delivery is due; null when none is waiting. */
  async nextDueIn(): Promise<number | null> {
    const [row] = await this.uow.manager.query<[{ ms: number | null }]>(
      `SELECT ceil(extract(epoch FROM min(due_at) - now()) * 1000)::float8 AS ms FROM sandbox.webhook`,
    );
    return row.ms === null ? null : Math.max(row.ms, 0);
  }

  listByReference(reference: string): Promise<unknown[]> {
    return this.uow.manager
      .createQueryBuilder(SandboxWebhook, 'webhook')
      .select('webhook.url', 'url')
      .addSelect('webhook.body', 'body')
      .addSelect('webhook.attempts', 'attempts')
      .addSelect('webhook.dueAt', 'due_at')
      .addSelect('webhook.deliveredAt', 'delivered_at')
      .addSelect('webhook.lastAnswer', 'last_answer')
      .where({ reference })
      .orderBy('webhook.id')
      .getRawMany();
  }
}

/** Korapay sends notifications more than once; so does the simulator. */
const COPIES = 2;
const BETWEEN_COPIES = SECOND;
const TIMEOUT_MS = 10 * SECOND;
const AFTER_TROUBLE = 5 * SECOND;

/** Sends the simulated Korapay's notifications, with retries until the response is 200. */
@Injectable()
export class WebhookSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(WebhookSender.name);
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private wakesAt = Infinity;
  private round: Promise<void> = Promise.resolve();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly webhooks: WebhookRepository,
    private readonly faults: FaultInjectionRepository,
  ) {}

  /** Sends deliveries left over from the last shutdown. */
  onApplicationBootstrap(): void {
    this.wake(0);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.round;
  }

  /** Queues the webhook of a charge, sent after the unit of work commits. */
  async announce(charge: SandboxCharge): Promise<void> {
    if (!charge.notificationUrl) return;
    const behaviour = await this.faults.take('webhook', charge.reference);
    const copies = behaviour?.copies ?? (charge.status === 'success' ? COPIES : 1);
    await this.leave(charge, `charge.${charge.status}`, toWebhookView(charge), copies, behaviour);
  }

  /** Queues the webhook of a refund, sent after the unit of work commits. */
  async announceRefund(
    charge: SandboxCharge,
    refund: Pick<SandboxRefund, 'reference' | 'amount'>,
  ): Promise<void> {
    if (!charge.notificationUrl) return;
    const behaviour = await this.faults.take('webhook', charge.reference);
    const copies = behaviour?.copies ?? COPIES;
    const view = toRefundWebhookView(charge, refund);
    await this.leave(charge, 'refund.success', view, copies, behaviour);
  }

  private async leave(
    charge: SandboxCharge,
    event: string,
    view: Record<string, unknown>,
    copies: number,
    behaviour: Behaviour | null,
  ): Promise<void> {
    const data = JSON.stringify({ ...view, ...behaviour?.data });
    const secret = behaviour?.secret ?? charge.secretKey;
    for (let copy = 0; copy < copies; copy += 1)
      await this.webhooks.insert({
        reference: charge.reference,
        url: charge.notificationUrl!,
        body: `{"event":"${event}","data":${data}}`,
        signature: createHmac('sha256', secret).update(data).digest('hex'),
        delayMs: (behaviour?.delayMs ?? 0) + copy * BETWEEN_COPIES,
      });
    await this.uow.afterCommit(() => this.wake(0));
  }

  /** Keeps the earlier time: the caller with a later one may not have seen the newest delivery. */
  private wake(inMs: number): void {
    const at = Date.now() + inMs;
    if (this.stopping.signal.aborted || at >= this.wakesAt) return;
    clearTimeout(this.timer);
    this.wakesAt = at;
    this.timer = setTimeout(() => {
      this.wakesAt = Infinity;
      this.round = this.round.then(() => this.sendDue());
    }, inMs);
    this.timer.unref();
  }

  private async sendDue(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    try {
      await Promise.all((await this.webhooks.claimDue()).map((due) => this.deliver(due)));
      const next = await this.webhooks.nextDueIn();
      if (next !== null) this.wake(Math.min(next, 60 * SECOND));
    } catch (error) {
      this.logger.warn({ err: error }, 'Simulated notifications are held up');
      this.wake(AFTER_TROUBLE);
    }
  }

  private async deliver({ id, url, body, signature }: DueDelivery): Promise<void> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-korapay-signature': signature,
          connection: 'close',
        },
        body,
        signal: AbortSignal.any([this.stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      await this.webhooks.recordResponse(id, String(response.status), response.status === 200);
    } catch (error) {
      if (!this.stopping.signal.aborted)
        await this.webhooks.recordResponse(id, String(error).slice(0, 200), false);
    }
  }
}
