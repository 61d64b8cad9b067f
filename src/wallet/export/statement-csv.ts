import { ZONE } from '../../common/time/zone';
import type { ExportedLine } from './statement-export.repository';

export const CSV_HEADER = [
  ...['Date', 'Reference', 'Type', 'Description', 'Amount (NGN)', 'Status', 'Method'],
  'Balance after',
];

/** Amounts are always positive; the type tells the direction. Times are the shop's. */
export const toCsvRow = (line: ExportedLine): string[] => [
  // Sweden writes times as spreadsheets read them: 2026-03-31 14:05:09.
  line.createdAt.toLocaleString('sv-SE', { timeZone: ZONE }),
  line.reference,
  capitalize(line.type),
  line.description,
  line.amount.toDecimalString(),
  capitalize(line.status),
  line.paymentMethod === null ? '' : capitalize(line.paymentMethod.replaceAll('_', ' ')),
  line.balanceAfter?.toDecimalString() ?? '',
];

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
