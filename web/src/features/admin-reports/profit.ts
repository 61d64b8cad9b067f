import type { adminProfit } from '@/api/generated/admin-analytics';
import { choiceField } from '@/lib/list-search';
import { reportSearch, TABS } from './report';

export type Profit = Awaited<ReturnType<typeof adminProfit>>['data'];
export type ProfitFormat = 'pdf' | 'xlsx' | 'csv';

export const PROFIT_GROUPS = ['day', 'kind', 'country', 'network', 'customer'] as const;
export type ProfitGroup = (typeof PROFIT_GROUPS)[number];

export const GROUP_LABELS: Record<ProfitGroup, string> = {
  day: 'Day',
  kind: 'Kind',
  country: 'Country',
  network: 'Network',
  customer: 'Customer',
};

export const PAGE_TABS = [...TABS, 'profit'] as const;
export type PageTab = (typeof PAGE_TABS)[number];

/** Of the page: the tabs of analytics and the one of profit. */
export const pageSearch = {
  ...reportSearch,
  tab: choiceField(PAGE_TABS, 'overview'),
  group: choiceField(PROFIT_GROUPS, 'day'),
};
