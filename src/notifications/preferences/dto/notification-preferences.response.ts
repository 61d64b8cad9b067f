import { withMessage } from '../../../common/http/api.decorators';
import type { NotificationPreferences } from '../../notifications.types';

export class NotificationsData {
  /** Mail when a purchase leaves less than `low_balance_threshold` in the wallet. */
  low_balance: boolean;
  /** Whole naira. @example 1000 */
  low_balance_threshold: number;
  /** Mail three days and one day before a proxy expires, and about automatic renewals. */
  expiry: boolean;
  /** Mail at 80, 95 and 100 percent of a proxy's traffic. */
  traffic: boolean;
  /** Mail on a sign-in from a new device or network. Mails about the password are always sent. */
  security: boolean;
  /** Mail on Mondays about the week before: spending, top-ups, traffic and what expires soon. */
  weekly_summary: boolean;
}

export const toNotifications = (
  preferences: NotificationPreferences,
  text?: string,
): NotificationsData =>
  withMessage(
    {
      low_balance: preferences.lowBalance,
      low_balance_threshold: preferences.lowBalanceThreshold.toNaira(),
      expiry: preferences.expiry,
      traffic: preferences.traffic,
      security: preferences.security,
      weekly_summary: preferences.weeklySummary,
    },
    text,
  );
