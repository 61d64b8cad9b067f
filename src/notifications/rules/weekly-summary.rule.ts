import { Injectable } from '@nestjs/common';
import { Clock, HOUR } from '../../common/time/clock';
import { lastWeek } from '../../common/time/calendar';
import { UnitOfWork } from '../../database/unit-of-work';
import { NotificationSenderService } from '../delivery/notification-sender.service';
import { NotificationPreferencesService } from '../preferences/notification-preferences.service';
import { WeeklySummaryTemplates } from '../templates/weekly-summary.templates';
import { WeeklySummaryService } from '../weekly/weekly-summary.service';
import { NotificationCursorRepository } from './notification-cursor.repository';
import { NotificationRule } from './notification-rule';

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
