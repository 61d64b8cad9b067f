import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { NotificationCursor, type NotificationKind } from './notifications.entity';
import { ProxyNotificationSourceService } from '../proxies/notification-source.service';
import { NotificationSenderService } from './notification-sender.service';
import { AutoRenewalTemplates, NotificationTemplates } from './notification-templates';
import { LowBalanceService } from '../wallet/low-balance.service';
import { NotificationPreferencesService } from './preferences/notification-preferences.service';
import { SessionsService } from '../auth/sessions/sessions.service';
import { Clock, HOUR } from '../common/time/clock';
import { lastWeek } from '../common/time/calendar';
import { WeeklySummaryTemplates, WeeklySummaryService } from './weekly-summary';

/** Finds and sends the notifications of one kind. */
export abstract class NotificationRule {
  /** Processes up to `limit` events in one transaction. @returns whether there are more. */
  abstract processBatch(limit: number): Promise<boolean>;
}

@Injectable()
export class NotificationCursorRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Locks the cursor of a feed until the unit of work ends. @returns null while another worker holds it. */
  async lock(kind: NotificationKind): Promise<{ cursor: string | null } | null> {
    const manager = this.uow.requireTransaction();
    // NOT EXISTS needs SQL: ON CONFLICT alone waits for the commit of a worker that advances the cursor.
    await manager.query(
      `INSERT INTO notification_cursor (kind) SELECT $1
       WHERE NOT EXISTS (SELECT FROM notification_cursor WHERE kind = $1) ON CONFLICT DO NOTHING`,
      [kind],
    );
    return manager.findOne(NotificationCursor, {
      where: { kind },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  async advance(kind: NotificationKind, cursor: string): Promise<void> {
    await this.uow.requireTransaction().update(NotificationCursor, { kind }, { cursor });
  }
}

/** Notifies of proxies that were renewed automatically, or could not be. */
@Injectable()
export class AutoRenewalRule extends NotificationRule {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly proxies: ProxyNotificationSourceService,
    private readonly templates: AutoRenewalTemplates,
    private readonly sender: NotificationSenderService,
  ) {
    super();
  }

  processBatch(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const { events, more } = await this.proxies.takeAutoRenewals(limit);
      const notifications = events.map((event) => ({
        userId: event.userId,
        subject: `automatic renewal ${event.noticeId} of proxy:${event.id}`,
        threshold: 0,
        event,
      }));
      await this.sender.send('auto_renewal', notifications, (user, own) =>
        this.templates.outcomes(
          user,
          own.map(({ event }) => event),
        ),
      );
      return more;
    });
  }
}

/** Notifies of proxies that expire soon. */
@Injectable()
export class ExpiryRule extends NotificationRule {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly proxies: ProxyNotificationSourceService,
    private readonly templates: NotificationTemplates,
    private readonly sender: NotificationSenderService,
  ) {
    super();
  }

  processBatch(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const { proxies, more } = await this.proxies.takeExpiring(limit);
      const notifications = proxies.map((proxy) => ({
        userId: proxy.userId,
        // The expiry is part of the key, so that a changed expiry is notified again.
        subject: `proxy:${proxy.id} until ${proxy.expiresAt.toISOString()}`,
        threshold: proxy.hours,
        proxy,
      }));
      await this.sender.send('expiry', notifications, (user, own) =>
        this.templates.expiringProxies(
          user,
          own.map(({ proxy }) => proxy),
        ),
      );
      return more;
    });
  }
}

/**
 * Notifies of wallets that a purchase left below the threshold, once until the balance is above it
 * again.
 */
@Injectable()
export class LowBalanceRule extends NotificationRule {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly cursors: NotificationCursorRepository,
    private readonly wallets: LowBalanceService,
    private readonly preferences: NotificationPreferencesService,
    private readonly templates: NotificationTemplates,
    private readonly sender: NotificationSenderService,
  ) {
    super();
  }

  processBatch(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const locked = await this.cursors.lock('low_balance');
      if (!locked) return false;
      const { userIds, cursor, hasMore } = await this.wallets.findBuyersSince(locked.cursor, limit);
      const preferences = await this.preferences.findAll(userIds);
      const low = await this.wallets.findBelowThreshold(
        [...preferences].map(([userId, { lowBalanceThreshold }]) => ({
          userId,
          threshold: lowBalanceThreshold,
        })),
      );
      const notifications = low.map(({ userId, balance, since }) => ({
        userId,
        subject: `wallet since ${since}`,
        threshold: preferences.get(userId)!.lowBalanceThreshold.toNaira(),
        balance,
      }));
      await this.sender.send(
        'low_balance',
        notifications,
        (user, [notification], { lowBalanceThreshold }) =>
          this.templates.lowBalance(user, notification!.balance, lowBalanceThreshold),
      );
      await this.cursors.advance('low_balance', cursor);
      return hasMore;
    });
  }
}

/** Notifies of sign-ins from new places. */
@Injectable()
export class SignInRule extends NotificationRule {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly cursors: NotificationCursorRepository,
    private readonly sessions: SessionsService,
    private readonly templates: NotificationTemplates,
    private readonly sender: NotificationSenderService,
  ) {
    super();
  }

  processBatch(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const locked = await this.cursors.lock('sign_in');
      if (!locked) return false;
      const { logins, cursor, hasMore } = await this.sessions.findNewDeviceLogins(
        locked.cursor,
        limit,
      );
      const notifications = logins.map((login) => ({
        userId: login.userId,
        subject: `session:${login.sessionId}`,
        threshold: 0,
        login,
      }));
      await this.sender.send('sign_in', notifications, (user, own) =>
        this.templates.newDeviceLogins(
          user,
          own.map(({ login }) => login),
        ),
      );
      await this.cursors.advance('sign_in', cursor);
      return hasMore;
    });
  }
}

/** Notifies of proxies that have used most of their traffic. */
@Injectable()
export class TrafficRule extends NotificationRule {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly proxies: ProxyNotificationSourceService,
    private readonly templates: NotificationTemplates,
    private readonly sender: NotificationSenderService,
  ) {
    super();
  }

  processBatch(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const { marks, more } = await this.proxies.takeTrafficThresholds(limit);
      const notifications = marks.map((mark) => ({
        userId: mark.userId,
        // Each limit is announced by itself, since a renewal raises it.
        subject: `proxy:${mark.id} of ${mark.limitBytes}`,
        threshold: mark.percent,
        mark,
      }));
      await this.sender.send('traffic', notifications, (user, own) =>
        this.templates.trafficThresholds(
          user,
          // Of several thresholds reached at once only the highest is mailed.
          [...new Map(own.map(({ mark }) => [mark.id, mark])).values()],
        ),
      );
      return more;
    });
  }
}

/** After Monday begins: at 08:00 in Lagos. */
const SENT_FROM_MS = 8 * HOUR;

interface WeekCursor {
  readonly week: string;
  /** The last user of the batches so far; null when the week is finished. */
  readonly after: number | null;
}

/**
 * Sends the weekly summary from Monday morning on. All who chose it by then are gone through once a week, so that idle
 * accounts are not added up in every run.
 */
@Injectable()
export class WeeklySummaryRule extends NotificationRule {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly cursors: NotificationCursorRepository,
    private readonly preferences: NotificationPreferencesService,
    private readonly summaries: WeeklySummaryService,
    private readonly templates: WeeklySummaryTemplates,
    private readonly sender: NotificationSenderService,
  ) {
    super();
  }

  async processBatch(limit: number): Promise<boolean> {
    const now = this.clock.now();
    const week = lastWeek(now);
    if (now.getTime() < week.until.getTime() + SENT_FROM_MS) return false;
    return this.uow.run(async () => {
      const locked = await this.cursors.lock('weekly_summary');
      if (!locked) return false;
      const after = findPosition(locked.cursor, week.id);
      if (after === null) return false;
      const userIds = await this.preferences.findWeeklySummaryUsers(after, limit);
      const notifications = (await this.summaries.summarize(userIds, week)).map((summary) => ({
        userId: summary.userId,
        subject: `week:${week.id}`,
        threshold: 0,
        summary,
      }));
      await this.sender.send('weekly_summary', notifications, (user, [notification]) =>
        this.templates.summary(user, notification!.summary),
      );
      const hasMore = userIds.length === limit;
      const next: WeekCursor = { week: week.id, after: hasMore ? userIds.at(-1)! : null };
      await this.cursors.advance('weekly_summary', JSON.stringify(next));
      return hasMore;
    });
  }
}

/** @returns the user to go on after, or null when the week is finished. */
function findPosition(cursor: string | null, week: string): number | null {
  const stored = cursor === null ? null : (JSON.parse(cursor) as WeekCursor);
  return stored?.week === week ? stored.after : 0;
}
