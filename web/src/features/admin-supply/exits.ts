import type { adminListExits, adminListGateways } from '@/api/generated/admin-supply';
import { ExitFilter, ExitKind, ExitStatus } from '@/api/generated/api.schemas';
import {
  statusFilter,
  toFilterOptions,
  typeFilter,
  type ListFilter,
} from '@/components/list-page/list-filters';
import { choiceField, pageField, textField } from '@/lib/list-search';
import { formatNumber } from '@/lib/number';

export type ExitsData = Awaited<ReturnType<typeof adminListExits>>['data'];
export type Exit = ExitsData['exits'][number];

type ApiGateway = Awaited<ReturnType<typeof adminListGateways>>['data']['gateways'][number];

export const EXITS_PER_PAGE = 15;
const ALL = 'all';
const KINDS = [ExitKind.datacenter, ExitKind.residential, ExitKind.mobile];
const STATUSES = [
  ExitStatus.in_service,
  ExitStatus.not_selling,
  ExitStatus.not_served,
  ExitStatus.disabled,
];

/** Word of a status, and the badge's status that has its icon and tone. */
export const EXIT_LOOKS: Record<ExitStatus, { word: string; status: string }> = {
  in_service: { word: 'In service', status: 'active' },
  not_selling: { word: 'Serves, not sold', status: 'pending' },
  not_served: { word: 'Not served', status: 'failed' },
  disabled: { word: 'Disabled', status: 'cancelled' },
};

export const exitSearch = {
  page: pageField,
  search: textField(),
  kind: choiceField<ExitKind | typeof ALL>([ALL, ...KINDS], ALL),
  status: choiceField<ExitFilter | typeof ALL>([ALL, ...Object.values(ExitFilter)], ALL),
};

export const EXIT_FILTERS: readonly ListFilter[] = [
  {
    ...statusFilter([]),
    options: [
      ...toFilterOptions([], 'All statuses'),
      ...STATUSES.map((value) => ({ value, label: EXIT_LOOKS[value].word })),
      { value: ExitFilter.out_of_sale, label: 'Out of sale' },
    ],
  },
  { ...typeFilter(KINDS, 'All types'), name: 'kind' },
];

/** Region, city and ISP, as far as they are known. */
export const describePlace = ({ region, city, isp }: Pick<Exit, 'region' | 'city' | 'isp'>) =>
  [city, region, isp].filter((part) => part !== null).join(', ');

/** Its address, that of the proxy behind it, or what stands for one. */
export const exitAddress = (exit: Exit): string =>
  exit.local_address ?? exit.upstream ?? (exit.is_upstream ? 'Another proxy' : 'Any address');

/** How many dedicated addresses are sold, and how many of all no gateway has; null without any. */
export function describeStock({ total, sold, customers, not_served: missing }: Exit['addresses']) {
  if (total === 0) return null;
  const to = sold > 0 ? ` to ${formatNumber(customers)} customer${customers === 1 ? '' : 's'}` : '';
  const parts = [`${formatNumber(sold)} of ${formatNumber(total)} sold${to}`];
  if (missing > 0) parts.push(`${formatNumber(missing)} not served`);
  return parts.join(', ');
}

export const describeGateways = ({ gateways, status }: Exit): string => {
  if (gateways.length > 0) return gateways.join(', ');
  const isServed = status === ExitStatus.in_service || status === ExitStatus.not_selling;
  return isServed ? 'Restarting' : 'None';
};

export const gatewayPorts = (gateway: Omit<ApiGateway, 'id'>): string =>
  [
    `HTTP ${gateway.http_port}`,
    `SOCKS5 ${gateway.socks5_port}`,
    ...(gateway.https_port === null ? [] : [`HTTPS ${gateway.https_port}`]),
  ].join(', ');
