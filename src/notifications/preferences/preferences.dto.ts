import { withMessage } from '../../common/http/api.decorators';
import type { NotificationPreferences } from '../notifications.entity';
import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { IfGiven } from '../../common/http/fields';
import { Money } from '../../common/money/money';

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
  /** Receipt by mail of each purchase, renewal, addition of traffic and more expensive place. */
  purchases: boolean;
  /** Receipt by mail of each top-up. */
  top_ups: boolean;
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
      purchases: preferences.purchases,
      top_ups: preferences.topUps,
    },
    text,
  );

const MAX_THRESHOLD = 1_000_000;
const AMOUNT = { message: 'Enter a whole amount from ₦1 to ₦1,000,000' };
const SWITCH = { message: 'Must be true or false' };

export class UpdateNotificationsDto {
  /** Mail when a purchase leaves less than the threshold in the wallet. @example true */
  @IfGiven()
  @IsBoolean(SWITCH)
  low_balance?: boolean;

  /** Whole naira, 1 to 1,000,000. @example 1000 */
  @IfGiven()
  @IsInt(AMOUNT)
  @Min(1, AMOUNT)
  @Max(MAX_THRESHOLD, AMOUNT)
  low_balance_threshold?: number;

  /** Mail three days and one day before a proxy expires, and about automatic renewals. @example true */
  @IfGiven()
  @IsBoolean(SWITCH)
  expiry?: boolean;

  /** Mail at 80, 95 and 100 percent of a proxy's traffic. @example true */
  @IfGiven()
  @IsBoolean(SWITCH)
  traffic?: boolean;

  /** Mail on a sign-in from a new device or network. @example true */
  @IfGiven()
  @IsBoolean(SWITCH)
  security?: boolean;

  /** Mail on Mondays about the week before: spending, top-ups, traffic and what expires soon. @example true */
  @IfGiven()
  @IsBoolean(SWITCH)
  weekly_summary?: boolean;

  /** Receipt by mail of each purchase, renewal, addition of traffic and more expensive place. @example true */
  @IfGiven()
  @IsBoolean(SWITCH)
  purchases?: boolean;

  /** Receipt by mail of each top-up. @example true */
  @IfGiven()
  @IsBoolean(SWITCH)
  top_ups?: boolean;
}

export const toPreferences = (body: UpdateNotificationsDto): Partial<NotificationPreferences> => ({
  ...(body.low_balance !== undefined && { lowBalance: body.low_balance }),
  ...(body.low_balance_threshold !== undefined && {
    lowBalanceThreshold: Money.naira(body.low_balance_threshold),
  }),
  ...(body.expiry !== undefined && { expiry: body.expiry }),
  ...(body.traffic !== undefined && { traffic: body.traffic }),
  ...(body.security !== undefined && { security: body.security }),
  ...(body.weekly_summary !== undefined && { weeklySummary: body.weekly_summary }),
  ...(body.purchases !== undefined && { purchases: body.purchases }),
  ...(body.top_ups !== undefined && { topUps: body.top_ups }),
});
