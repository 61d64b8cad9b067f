import { Injectable } from '@nestjs/common';
import { SessionsService } from '../auth/sessions/sessions.service';
import type { Money } from '../common/money/money';
import { lastWeek } from '../common/time/calendar';
import { Clock, HOUR } from '../common/time/clock';
import { UnitOfWork } from '../database/unit-of-work';
import { ProxyNotificationSourceService } from '../proxies/notification-source.service';
import { RenewalForecastService } from '../proxies/renewal/renewal-forecast.service';
import { TicketNotificationSourceService } from '../tickets/notification-source.service';
import { WalletNotificationSourceService } from '../wallet/notification-source.service';
import { WalletService } from '../wallet/wallet.service';
import { AnnouncementsService } from './announcements/announcements.service';
import { NotificationSenderService } from './notification-sender.service';
import { ReceiptTemplates } from './receipt-templates';
import { NotificationTemplates, toShortage } from './notification-templates';
import { NotificationCursor, type NotificationKind } from './notifications.entity';
import { NotificationPreferencesService } from './preferences/notification-preferences.service';
import { WeeklySummaryService } from './weekly-summary';

/** After Monday begins: at 08:00 in Lagos. */
const SENT_FROM_MS = 8 * HOUR;

interface WeekCursor {
  readonly week: string;
  /** The last user of the batches so far; null when the week is finished. */
  readonly after: number | null;
}

/** What a batch of a feed has read. */
interface FeedStep {
  readonly cursor: string;
  readonly hasMore: boolean;
}

/**
 * Find and send the notifications of one kind each: up to `limit` events in one transaction. They return whether there are
 * more.
 */
@Injectable()
export class NotificationRules {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly proxies: ProxyNotificationSourceService,
    private readonly forecasts: RenewalForecastService,
    private readonly wallets: WalletNotificationSourceService,
    private readonly answers: TicketNotificationSourceService,
    private readonly balances: WalletService,
    private readonly sessions: SessionsService,
    private readonly preferences: NotificationPreferencesService,
    private readonly summaries: WeeklySummaryService,
    private readonly templates: NotificationTemplates,
    private readonly receipts: ReceiptTemplates,
    private readonly sender: NotificationSenderService,
    private readonly news: AnnouncementsService,
  ) {}

  /** Messages of announcements, in batches of their own size. */
  announcements(): Promise<boolean> {
    return this.news.fillInboxes();
  }

  /** Sign-ins from new places. */
  signIns(limit: number): Promise<boolean> {
    return this.readFeed('sign_in', async (position) => {
      const { logins, cursor, hasMore } = await this.sessions.findNewDeviceLogins(position, limit);
      await this.sender.send(
        'sign_in',
        logins,
        ({ sessionId }) => ({ subject: `session:${sessionId}`, threshold: 0 }),
        (user, own) => this.templates.newDeviceLogins(user, own),
      );
      return { cursor, hasMore };
    });
  }

  /** Wallets that a purchase left below the threshold, once until the balance is above it again. */
  lowBalances(limit: number): Promise<boolean> {
    return this.readFeed('low_balance', async (position) => {
      const { userIds, cursor, hasMore } = await this.wallets.findBuyersSince(position, limit);
      const preferences = await this.preferences.findAll(userIds);
      const low = await this.wallets.findBelowThreshold(
        [...preferences].map(([userId, { lowBalanceThreshold }]) => ({
          userId,
          threshold: lowBalanceThreshold,
        })),
      );
      const renewals = await this.forecasts.getWeek(low.map(({ userId }) => userId));
      await this.sender.send(
        'low_balance',
        low,
        ({ userId, since }) => ({
          subject: `wallet since ${since}`,
          threshold: preferences.get(userId)!.lowBalanceThreshold.toNaira(),
        }),
        (user, [wallet], { lowBalanceThreshold }) =>
          this.templates.lowBalance(
            user,
            wallet!.balance,
            lowBalanceThreshold,
            renewals.get(user.id),
          ),
      );
      return { cursor, hasMore };
    });
  }

  /** Proxies that have used most of their traffic. */
  traffic(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const { marks, more } = await this.proxies.takeTrafficThresholds(limit);
      await this.sender.send(
        'traffic',
        marks,
        // Each limit is announced by itself, since a renewal raises it.
        ({ id, limitBytes, percent }) => ({
          subject: `proxy:${id} of ${limitBytes}`,
          threshold: percent,
        }),
        (user, own) =>
          // Of several thresholds reached at once only the highest is mailed.
          this.templates.trafficThresholds(user, [
            ...new Map(own.map((mark) => [mark.id, mark])).values(),
          ]),
      );
      return more;
    });
  }

  /** Proxies that expire soon. */
  expiries(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const { proxies, more } = await this.proxies.takeExpiring(limit);
      const renewed = proxies.filter(({ isAutoRenewed }) => isAutoRenewed);
      const renewals = await this.forecasts.getWeek(renewed.map(({ userId }) => userId));
      const balances = await this.getBalances(renewed);
      await this.sender.send(
        'expiry',
        proxies,
        // The expiry is part of the key, so that a changed expiry is notified again.
        ({ id, expiresAt, hours }) => ({
          subject: `proxy:${id} until ${expiresAt.toISOString()}`,
          threshold: hours,
        }),
        (user, own) =>
          this.templates.expiringProxies(
            user,
            own,
            toShortage(balances.get(user.id), renewals.get(user.id)),
          ),
      );
      return more;
    });
  }

  /** Proxies that were renewed automatically, or could not be. */
  autoRenewals(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const { events, more } = await this.proxies.takeAutoRenewals(limit);
      await this.sender.send(
        'auto_renewal',
        events,
        ({ noticeId, id }) => ({
          subject: `automatic renewal ${noticeId} of proxy:${id}`,
          threshold: 0,
        }),
        (user, own) => this.templates.autoRenewals(user, own),
      );
      return more;
    });
  }

  /** Traffic that could not be bought automatically. */
  autoTraffic(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const { events, more } = await this.proxies.takeAutoTraffic(limit);
      await this.sender.send(
        'traffic',
        events,
        ({ noticeId }) => ({ subject: `automatic traffic ${noticeId}`, threshold: 0 }),
        (user, own) => this.templates.autoTraffic(user, own),
      );
      return more;
    });
  }

  /** Receipts of purchases, renewals, traffic and places, but not of automatic renewals, which are notified by themselves. */
  purchases(limit: number): Promise<boolean> {
    return this.readFeed('purchase', async (position) => {
      const { orders, cursor, hasMore } = await this.proxies.findReceiptOrders(position, limit);
      const balances = await this.getBalances(orders);
      await this.sender.send(
        'purchase',
        orders,
        ({ id }) => ({ subject: `order:${id}`, threshold: 0 }),
        (user, own) => this.receipts.purchases(user, own, balances.get(user.id)!),
      );
      return { cursor, hasMore };
    });
  }

  /** Receipts of top-ups. */
  topUps(limit: number): Promise<boolean> {
    return this.readFeed('top_up', async (position) => {
      const { topUps, cursor, hasMore } = await this.wallets.findTopUpsSince(position, limit);
      const balances = await this.getBalances(topUps);
      await this.sender.send(
        'top_up',
        topUps,
        ({ id }) => ({ subject: `transaction:${id}`, threshold: 0 }),
        (user, own) => this.receipts.topUps(user, own, balances.get(user.id)!),
      );
      return { cursor, hasMore };
    });
  }

  /** Answers of support, a notification for each ticket. */
  tickets(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const { answers, more } = await this.answers.takeAnswers(limit);
      for (const ticketId of new Set(answers.map((answer) => answer.ticketId)))
        await this.sender.send(
          'ticket',
          answers.filter((answer) => answer.ticketId === ticketId),
          ({ id }) => ({ subject: `message:${id}`, threshold: 0 }),
          (user, own) => this.templates.ticketAnswers(user, own),
        );
      return more;
    });
  }

  /**
   * The weekly summary, from Monday morning on. All who chose it by then are gone through once a week, so that idle
   * accounts are not added up in every run.
   */
  async weeklySummaries(limit: number): Promise<boolean> {
    const now = this.clock.now();
    const week = lastWeek(now);
    if (now.getTime() < week.until.getTime() + SENT_FROM_MS) return false;
    return this.readFeed('weekly_summary', async (position) => {
      const stored = position === null ? null : (JSON.parse(position) as WeekCursor);
      const after = stored?.week === week.id ? stored.after : 0;
      if (after === null) return null;
      const userIds = await this.preferences.findWeeklySummaryUsers(after, limit);
      await this.sender.send(
        'weekly_summary',
        await this.summaries.summarize(userIds, week),
        () => ({ subject: `week:${week.id}`, threshold: 0 }),
        (user, [summary]) => this.summaries.toContent(user, summary!),
      );
      const hasMore = userIds.length === limit;
      const next: WeekCursor = { week: week.id, after: hasMore ? userIds.at(-1)! : null };
      return { cursor: JSON.stringify(next), hasMore };
    });
  }

  private getBalances(events: readonly { userId: number }[]): Promise<Map<number, Money>> {
    return this.balances.getBalances([...new Set(events.map(({ userId }) => userId))]);
  }

  /**
   * Reads on from the cursor of a feed, which is locked until the transaction ends. Does nothing while another worker holds
   * it.
   * @param read returns null when there is nothing to read.
   */
  private readFeed(
    kind: NotificationKind,
    read: (position: string | null) => Promise<FeedStep | null>,
  ): Promise<boolean> {
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      // NOT EXISTS needs SQL: ON CONFLICT alone waits for the commit of a worker that advances the cursor.
      await manager.query(
        `INSERT INTO notification_cursor (kind) SELECT $1
         WHERE NOT EXISTS (SELECT FROM notification_cursor WHERE kind = $1) ON CONFLICT DO NOTHING`,
        [kind],
      );
      const locked = await manager.findOne(NotificationCursor, {
        where: { kind },
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
      });
      const step = locked && (await read(locked.cursor));
      if (!step) return false;
      await manager.update(NotificationCursor, { kind }, { cursor: step.cursor });
      return step.hasMore;
    });
  }
}
