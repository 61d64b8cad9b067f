import { readableDay, startOfDay } from '../../common/time/calendar';
import type { Report, ReportRow } from '../analytics/export/report.types';
import { toMarginPercent } from './profit.dto';
import type { ProfitAmounts, ProfitGroup, ProfitReport } from './profit.types';

const GIGABYTE = 2 ** 30;

const GROUP_TITLES: Record<ProfitGroup, string> = {
  day: 'Day',
  kind: 'Kind',
  country: 'Country',
  network: 'Network',
  customer: 'Customer',
};

const toGigabytes = (bytes: bigint): number => Math.round((Number(bytes) / GIGABYTE) * 100) / 100;

const toCells = (label: string, amounts: ProfitAmounts): ReportRow => [
  label,
  amounts.revenue.toNaira(),
  amounts.refunds.plus(amounts.chargebacks).toNaira(),
  toGigabytes(amounts.bytes),
  amounts.cost.toNaira(),
  amounts.margin.toNaira(),
  toMarginPercent(amounts),
];

/** Amounts in whole naira, for readers. */
export const buildProfitReport = (
  siteName: string,
  report: ProfitReport,
  createdAt: Date,
): Report => ({
  siteName,
  title: 'Profit',
  period: `${readableDay(startOfDay(report.period.from))} to ${readableDay(startOfDay(report.period.to))}`,
  createdAt,
  tables: [
    {
      title: `Profit by ${GROUP_TITLES[report.group].toLowerCase()}`,
      columns: [
        { header: GROUP_TITLES[report.group], kind: 'text' },
        { header: 'Revenue', kind: 'naira' },
        { header: 'Refunded', kind: 'naira' },
        { header: 'Traffic, GB', kind: 'decimal' },
        { header: 'Cost', kind: 'naira' },
        { header: 'Margin', kind: 'naira' },
        { header: 'Margin, %', kind: 'percent' },
      ],
      rows: [...report.rows.map((row) => toCells(row.label, row)), toCells('Total', report.totals)],
    },
  ],
});
