import { DAY } from '../../common/time/clock';
import { dayOf, startOfDay } from '../../common/time/calendar';
import { endsBeforeStart, periodTooLong } from './profit.errors';
import { MAX_PROFIT_DAYS, type ProfitPeriod, type ProfitSpan } from './profit.types';

const DEFAULT_DAYS = 30;

/**
 * The last 30 days where nothing is named, else up to today or for 30 days.
 * @throws DomainError invalid with errors.to when the period ends before it starts or is too long.
 */
export function toProfitPeriod(days: Partial<ProfitPeriod>, now: Date): ProfitPeriod {
  const to = days.to ?? dayOf(now);
  const from = days.from ?? dayOf(new Date(startOfDay(to).getTime() - (DEFAULT_DAYS - 1) * DAY));
  if (to < from) throw endsBeforeStart();
  const { from: first, until } = toProfitSpan({ from, to });
  if (until.getTime() - first.getTime() > MAX_PROFIT_DAYS * DAY) throw periodTooLong();
  return { from, to };
}

export const toProfitSpan = ({ from, to }: ProfitPeriod): ProfitSpan => ({
  from: startOfDay(from),
  until: new Date(startOfDay(to).getTime() + DAY),
});
