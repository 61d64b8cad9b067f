import { periodSearch, toDateRange, type PeriodSearch } from './date-range';
import { choiceField, patternField, toListParams, type Schema } from './list-search';

export const SORTS = ['', 'created_at', '-amount', 'amount'] as const;
/** Empty for the newest first. A minus sorts downwards. */
export type Sort = (typeof SORTS)[number];

/** Days, amounts and order of a list of the back office. */
export interface RangeSearch extends PeriodSearch {
  /** Whole naira; empty for none. */
  amount_min: string;
  amount_max: string;
  sort: Sort;
}

const amountField = patternField((text) => /^\d{1,12}$/.test(text));

/** Periods of a list besides those of the calendar. */
export const LIST_PERIODS = ['all', '7', '30'];

export const rangeSearch = (sorts: readonly Sort[] = SORTS): Schema<RangeSearch> => ({
  ...periodSearch(LIST_PERIODS, 'all'),
  ...{ amount_min: amountField, amount_max: amountField },
  sort: choiceField<Sort>(sorts, ''),
});

/** What the API is asked for, of a search with such fields. */
export function toRangeParams<V extends RangeSearch>(values: V) {
  const { period, from, to, amount_min, amount_max, sort, ...rest } = values;
  return {
    ...toListParams(rest),
    ...toDateRange({ period, from, to }),
    ...(amount_min && { amount_min: Number(amount_min) }),
    ...(amount_max && { amount_max: Number(amount_max) }),
    ...(sort && { sort }),
  };
}
