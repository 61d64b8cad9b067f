import { createHmac } from 'node:crypto';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { toRefundWebhookView, toWebhookView } from './charge-views';
import type { AnnouncedRefund, SimulatedCharge } from './charge.types';
import type { Behaviour } from './fault-injection';
import { FaultInjectionRepository } from './fault-injection.repository';
import { WebhookRepository, type DueDelivery } from './webhook.repository';

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
  async announce(charge: SimulatedCharge): Promise<void> {
    if (!charge.notificationUrl) return;
    const behaviour = await this.faults.take('webhook', charge.reference);
    const copies = behaviour?.copies ?? (charge.status === 'success' ? COPIES : 1);
    await this.leave(charge, `charge.${charge.status}`, toWebhookView(charge), copies, behaviour);
  }

  /** Queues the webhook of a refund, sent after the unit of work commits. */
  async announceRefund(charge: SimulatedCharge, refund: AnnouncedRefund): Promise<void> {
    if (!charge.notificationUrl) return;
    const behaviour = await this.faults.take('webhook', charge.reference);
    const copies = behaviour?.copies ?? COPIES;
    const view = toRefundWebhookView(charge, refund);
    await this.leave(charge, 'refund.success', view, copies, behaviour);
  }

  private async leave(
    charge: SimulatedCharge,
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
