import { Injectable, Logger } from '@nestjs/common';
import { Clock, DAY } from '../common/time/clock';
import { InboxService } from './inbox/inbox.service';
import { NotificationRules } from './notification-rules';
import { NotificationSenderService } from './notification-sender.service';

const BATCH_SIZE = 200;
/** Bounds a run; the next one continues. */
const MAX_BATCHES = 50;
const KEEP_SENT_MS = 400 * DAY;
const KEEP_INBOX_MS = 90 * DAY;
const DELETE_LIMIT = 2000;

const RULES = [
  'signIns',
  'lowBalances',
  'traffic',
  'expiries',
  'autoRenewals',
  'autoTraffic',
  'weeklySummaries',
  'purchases',
  'topUps',
  'tickets',
  'announcements',
] as const;

/** Runs the notification rules. */
@Injectable()
export class NotificationsService {
  private readonly logger = new Logger(NotificationsService.name);

  constructor(
    private readonly clock: Clock,
    private readonly rules: NotificationRules,
    private readonly sender: NotificationSenderService,
    private readonly inbox: InboxService,
  ) {}

  /** @throws Error when a rule failed; the other rules ran all the same. */
  async sendDue(): Promise<void> {
    const failures: unknown[] = [];
    for (const rule of RULES)
      try {
        await this.drain((limit) => this.rules[rule](limit));
      } catch (error) {
        this.logger.error({ err: error, rule }, 'Notification rule failed');
        failures.push(error);
      }
    await this.sender.deleteBefore(this.clock.in(-KEEP_SENT_MS), DELETE_LIMIT);
    await this.inbox.deleteBefore(this.clock.in(-KEEP_INBOX_MS), DELETE_LIMIT);
    if (failures.length) throw new AggregateError(failures, 'Some notifications were not sent');
  }

  private async drain(processBatch: (limit: number) => Promise<boolean>): Promise<void> {
    for (let batches = 0; batches < MAX_BATCHES; batches += 1)
      if (!(await processBatch(BATCH_SIZE))) return;
  }
}
