import type { Money } from '../../common/money/money';
import { ZONE } from '../../common/time/zone';
import type { ExportedLine } from './statement-export.repository';

export const CSV_HEADER = [
  ...['Date', 'Reference', 'Type', 'Description', 'Amount (NGN)', 'Status', 'Method'],
  'Balance after',
];

/** Amounts are always positive; the type gives the direction. Times are in the shop's zone. */
export const toCsvRow = (line: ExportedLine): string[] => [
  toCsvTime(line.at),
  line.reference,
  capitalize(line.type),
  line.description,
  line.amount.toDecimalString(),
  capitalize(line.status),
  line.paymentMethod === null ? '' : capitalize(line.paymentMethod.replaceAll('_', ' ')),
  line.balanceAfter?.toDecimalString() ?? '',
];

/** Has no amount, so that the sum of the amounts stays that of the transactions. */
export const toBalanceRow = (at: Date, description: string, balance: Money): string[] => [
  ...[toCsvTime(at), '', '', description, '', '', ''],
  balance.toDecimalString(),
];

/** The sv-SE format is what spreadsheets parse: 2026-03-31 14:05:09. */
const toCsvTime = (at: Date): string => at.toLocaleString('sv-SE', { timeZone: ZONE });

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
