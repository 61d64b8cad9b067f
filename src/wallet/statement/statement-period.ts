import { DAY as ONE_DAY } from '../../common/time/clock';
import { startOfDay } from '../../common/time/zone';
import { invalidDateRange } from '../wallet.errors';
import type { StatementPeriod } from '../wallet.types';

export const DAY = /^[1-9]\d{3}-\d\d-\d\d$/;
export const UNUSABLE_DAY = { message: 'Enter a date such as 2026-03-31' };

/**
 * @param days in the shop's zone, `YYYY-MM-DD`, both included.
 * @throws DomainError invalid with errors.to when `to` is before `from`.
 */
export function toStatementPeriod({ from, to }: { from?: string; to?: string }): StatementPeriod {
  if (from && to && to < from) throw invalidDateRange();
  return {
    from: from ? startOfDay(from) : null,
    until: to ? new Date(startOfDay(to).getTime() + ONE_DAY) : null,
  };
}
