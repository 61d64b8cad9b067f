import { ZONE } from '../../common/time/zone';
import type { ExportedLine } from './statement-export.repository';

export const STATEMENT_HEADER = [
  ...['Date', 'Reference', 'Type', 'Description', 'Amount (NGN)', 'Status', 'Method'],
  'Balance after',
];

/** Amounts are always positive; the type tells the direction. Times are the shop's. */
export const toStatementRow = (line: ExportedLine): string[] => [
  // Sweden writes times as spreadsheets read them: 2026-03-31 14:05:09.
  line.createdAt.toLocaleString('sv-SE', { timeZone: ZONE }),
  line.reference,
  capitalised(line.type),
  line.description,
  line.amount.toDecimalString(),
  capitalised(line.status),
  line.paymentMethod === null ? '' : capitalised(line.paymentMethod.replaceAll('_', ' ')),
  line.balanceAfter?.toDecimalString() ?? '',
];

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
