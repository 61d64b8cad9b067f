import { Injectable, Logger } from '@nestjs/common';
import { Clock, DAY } from '../common/time/clock';
import { SentNotificationRepository } from './notification-sender.service';
import { InboxRepository } from './inbox/inbox.service';
import {
  AutoRenewalRule,
  ExpiryRule,
  LowBalanceRule,
  SignInRule,
  TrafficRule,
  WeeklySummaryRule,
  type NotificationRule,
} from './notification-rules';

const BATCH_SIZE = 200;
/** Bounds a run; the next one continues. */
const MAX_BATCHES = 50;
const KEEP_SENT_MS = 400 * DAY;
const KEEP_INBOX_MS = 90 * DAY;
const DELETE_LIMIT = 2000;

/** Runs the notification rules. */
@Injectable()
export class NotificationsService {
  private readonly logger = new Logger(NotificationsService.name);
  private readonly rules: readonly NotificationRule[];

  constructor(
    private readonly clock: Clock,
    private readonly sent: SentNotificationRepository,
    private readonly inbox: InboxRepository,
    signIns: SignInRule,
    lowBalances: LowBalanceRule,
    traffic: TrafficRule,
    expiries: ExpiryRule,
    autoRenewals: AutoRenewalRule,
    weeklySummaries: WeeklySummaryRule,
  ) {
    this.rules = [signIns, lowBalances, traffic, expiries, autoRenewals, weeklySummaries];
  }

  /** @throws Error when a rule failed; the other rules ran all the same. */
  async sendDue(): Promise<void> {
    const failures: unknown[] = [];
    for (const rule of this.rules)
      try {
        await this.drain(rule);
      } catch (error) {
        this.logger.error({ err: error, rule: rule.constructor.name }, 'Notification rule failed');
        failures.push(error);
      }
    await this.sent.deleteBefore(this.clock.in(-KEEP_SENT_MS), DELETE_LIMIT);
    await this.inbox.deleteBefore(this.clock.in(-KEEP_INBOX_MS), DELETE_LIMIT);
    if (failures.length) throw new AggregateError(failures, 'Some notifications were not sent');
  }

  private async drain(rule: NotificationRule): Promise<void> {
    for (let batches = 0; batches < MAX_BATCHES; batches += 1)
      if (!(await rule.processBatch(BATCH_SIZE))) return;
  }
}
