import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { SandboxWebhook, type SandboxCharge, type SandboxRefund } from './korapay.entity';
import { createHmac } from 'node:crypto';
import { SECOND } from '../../common/time/clock';
import { toRefundWebhookView, toWebhookView } from './charge-views';
import { type Behaviour, FaultInjection } from './fault-injection';

type DueDelivery = Pick<SandboxWebhook, 'id' | 'url' | 'body' | 'signature'>;

/** Seconds until the next try, by the number of tries so far; after the last there is none. */
const BACKOFF = '{12,20,40,90,180}';

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
    private readonly faults: FaultInjection,
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
    await this.queue(charge, `charge.${charge.status}`, toWebhookView(charge), copies, behaviour);
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
    await this.queue(charge, 'refund.success', view, copies, behaviour);
  }

  private async queue(
    charge: SandboxCharge,
    event: string,
    view: Record<string, unknown>,
    copies: number,
    behaviour: Behaviour | null,
  ): Promise<void> {
    const data = JSON.stringify({ ...view, ...behaviour?.data });
    const secret = behaviour?.secret ?? charge.secretKey;
    for (let copy = 0; copy < copies; copy += 1)
      await this.insert(
        {
          reference: charge.reference,
          url: charge.notificationUrl!,
          body: `{"event":"${event}","data":${data}}`,
          signature: createHmac('sha256', secret).update(data).digest('hex'),
        },
        (behaviour?.delayMs ?? 0) + copy * BETWEEN_COPIES,
      );
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
      await Promise.all((await this.claimDue()).map((due) => this.deliver(due)));
      const next = await this.nextDueIn();
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
      await this.recordResponse(id, String(response.status), response.status === 200);
    } catch (error) {
      if (!this.stopping.signal.aborted)
        await this.recordResponse(id, String(error).slice(0, 200), false);
    }
  }

  protected async insert(
    delivery: Omit<DueDelivery, 'id'> & { reference: string },
    delayMs: number,
  ): Promise<void> {
    await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(SandboxWebhook)
      .values({ ...delivery, dueAt: () => `now() + :delayMs * interval '1 millisecond'` })
      .setParameters({ delayMs })
      .execute();
  }

  /** Claims due deliveries and schedules their next attempt. */
  protected async claimDue(): Promise<DueDelivery[]> {
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

  protected async recordResponse(id: string, answer: string, delivered: boolean): Promise<void> {
    const result = delivered ? { deliveredAt: () => 'now()', dueAt: null } : { deliveredAt: null };
    await this.uow.manager.update(SandboxWebhook, { id }, { lastAnswer: answer, ...result });
  }

  /** Milliseconds until the next delivery is due; null when none is waiting. */
  protected async nextDueIn(): Promise<number | null> {
    const [row] = await this.uow.manager.query<[{ ms: number | null }]>(
      `SELECT ceil(extract(epoch FROM min(due_at) - now()) * 1000)::float8 AS ms FROM sandbox.webhook`,
    );
    return row.ms === null ? null : Math.max(row.ms, 0);
  }

  listByReference(reference: string): Promise<unknown[]> {
    return this.uow.manager.query(
      `SELECT url, body, attempts, due_at, delivered_at, last_answer FROM sandbox.webhook
       WHERE reference = $1 ORDER BY id`,
      [reference],
    );
  }
}
