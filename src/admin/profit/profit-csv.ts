import { BYTE_ORDER_MARK, csvCell, csvLine } from '../../common/csv';
import { toMarginPercent } from './profit.dto';
import type { ProfitAmounts, ProfitReport } from './profit.types';

const HEADER = [
  ...['Group', 'Revenue (NGN)', 'Refunds (NGN)', 'Chargebacks (NGN)', 'Net revenue (NGN)'],
  ...['Traffic (bytes)', 'Billed (bytes)', 'Cost (NGN)', 'Margin (NGN)', 'Margin (%)'],
];

/** Only the label is escaped: a negative figure must stay a number. */
const toLine = (label: string, amounts: ProfitAmounts): string =>
  `${[csvCell(label), ...toFigures(amounts)].join(',')}\r\n`;

const toFigures = (amounts: ProfitAmounts): string[] => [
  amounts.revenue.toDecimalString(),
  amounts.refunds.toDecimalString(),
  amounts.chargebacks.toDecimalString(),
  amounts.net.toDecimalString(),
  String(amounts.bytes),
  String(amounts.billedBytes ?? ''),
  amounts.cost.toDecimalString(),
  amounts.margin.toDecimalString(),
  String(toMarginPercent(amounts) ?? ''),
];

/** To the kobo and the byte, for calculations. */
export const renderProfitCsv = (report: ProfitReport): Buffer =>
  Buffer.from(
    BYTE_ORDER_MARK +
      [
        csvLine(HEADER),
        ...report.rows.map((row) => toLine(row.label, row)),
        toLine('Total', report.totals),
      ].join(''),
  );
