import { BYTE_ORDER_MARK, csvCell, csvLine } from '../../common/csv';
import { nameCountry } from '../../common/country';
import { readableDay, startOfDay } from '../../common/time/calendar';
import { toColumns, type Report, type ReportRow } from '../analytics/report-file';
import { readableRange, type DayRange } from '../../common/time/period';
import { roundToOneDecimal } from '../statistics/percent';
import type { ProfitGroup } from './profit.dto';
import { OTHERS, type ProfitAmounts, type ProfitRow } from './profit-rows';

const GIGABYTE = 2 ** 30;

const KIND_LABELS: Readonly<Record<string, string>> = {
  datacenter: 'Datacenter',
  residential: 'Residential',
  mobile: 'Mobile',
};

const GROUP_TITLES: Record<ProfitGroup, string> = {
  day: 'Day',
  kind: 'Kind',
  country: 'Country',
  network: 'Network',
  customer: 'Customer',
};

export interface ProfitReport {
  readonly period: DayRange;
  readonly group: ProfitGroup;
  readonly rows: readonly (ProfitRow & { readonly label: string })[];
  readonly totals: ProfitAmounts;
  /** Naira for a US dollar that all costs are converted with. */
  readonly exchangeRate: number;
  /** Bought addresses in stock without a known price. */
  readonly unpricedUnits: number;
}

/** @param names of networks and customers by id; the removed have none. */
export function labelProfitRow(
  group: ProfitGroup,
  key: string | null,
  names: ReadonlyMap<string, string>,
): string {
  if (key === null) return `No ${group}`;
  if (key === OTHERS) return 'All other customers';
  switch (group) {
    case 'day':
      return readableDay(startOfDay(key));
    case 'kind':
      return KIND_LABELS[key] ?? key;
    case 'country':
      return key === 'zz' ? 'Any country' : nameCountry(key);
    case 'network':
      return names.get(key) ?? `Network ${key} (removed)`;
    case 'customer':
      return names.get(key) ?? `Customer ${key}`;
  }
}

/** Null without net revenue. */
export const toMarginPercent = ({ margin, net }: ProfitAmounts): number | null =>
  net.isPositive ? roundToOneDecimal((100 * Number(margin.kobo)) / Number(net.kobo)) : null;

const toGigabytes = (bytes: bigint): number => Math.round((Number(bytes) / GIGABYTE) * 100) / 100;

const toCells = (label: string, amounts: ProfitAmounts): ReportRow => [
  label,
  amounts.revenue.toNaira(),
  amounts.refunds.plus(amounts.chargebacks).toNaira(),
  toGigabytes(amounts.bytes),
  amounts.cost.toNaira(),
  amounts.margin.toNaira(),
  amounts.fees.plus(amounts.bonuses).plus(amounts.goodwill).toNaira(),
  amounts.profit.toNaira(),
  toMarginPercent(amounts),
];

/** Amounts in whole naira, for readers. */
export const buildProfitReport = (
  siteName: string,
  { period, group, rows, totals }: ProfitReport,
  createdAt: Date,
): Report => ({
  siteName,
  title: 'Profit',
  period: readableRange(period),
  createdAt,
  tables: [
    {
      title: `Profit by ${group}`,
      columns: toColumns({
        ...{ [GROUP_TITLES[group]]: 'text', Revenue: 'naira', Refunded: 'naira' },
        ...{ 'Traffic, GB': 'decimal', Cost: 'naira', Margin: 'naira' },
        ...{ 'Fees and bonuses': 'naira', Profit: 'naira', 'Margin, %': 'percent' },
      }),
      rows: [...rows.map((row) => toCells(row.label, row)), toCells('Total', totals)],
    },
  ],
});

const CSV_HEADER = [
  ...['Group', 'Revenue (NGN)', 'Refunds (NGN)', 'Chargebacks (NGN)', 'Net revenue (NGN)'],
  ...['Traffic (bytes)', 'Billed (bytes)', 'Cost (NGN)', 'Margin (NGN)', 'Margin (%)'],
  ...['Payment fees (NGN)', 'Bonuses (NGN)', 'Goodwill (NGN)', 'Profit (NGN)'],
];

/** Only the label is escaped: a negative figure must stay a number. */
const toCsvLine = (label: string, amounts: ProfitAmounts): string => {
  const { revenue, refunds, chargebacks, net, cost, margin, bytes, billedBytes } = amounts;
  const { fees, bonuses, goodwill, profit } = amounts;
  const figures = [
    ...[revenue, refunds, chargebacks, net].map((money) => money.toDecimalString()),
    ...[bytes, billedBytes ?? ''],
    ...[cost, margin].map((money) => money.toDecimalString()),
    toMarginPercent(amounts) ?? '',
    ...[fees, bonuses, goodwill, profit].map((money) => money.toDecimalString()),
  ];
  return `${[csvCell(label), ...figures].join(',')}\r\n`;
};

/** To the kobo and the byte, for calculations. */
export const renderProfitCsv = ({ rows, totals }: ProfitReport): Buffer =>
  Buffer.from(
    [
      BYTE_ORDER_MARK + csvLine(CSV_HEADER),
      ...rows.map((row) => toCsvLine(row.label, row)),
      toCsvLine('Total', totals),
    ].join(''),
  );
