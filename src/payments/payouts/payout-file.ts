import { parseCsv } from '../../common/csv';
import { Money } from '../../common/money/money';
import { isPlausiblePast } from '../../common/time/calendar';
import { sanitizePgText } from '../../database/pg-text-sanitizer';
import { toItemKind } from '../korapay/korapay.mapper';
import type { ProviderPayout, ProviderPayoutItem } from '../korapay/korapay.types';
import type { Payout } from './payout.entity';

/** Column names that the provider's dashboard and its history use, compared without case and punctuation. */
const COLUMNS = {
  payout: ['settlementreference', 'payoutreference', 'settlementid', 'payoutid'],
  payoutAmount: ['settlementamount', 'payoutamount', 'amountsettled'],
  payoutFee: ['settlementfee', 'payoutfee'],
  paidAt: ['settlementdate', 'payoutdate', 'datesettled', 'settledat'],
  reference: ['transactionreference', 'paymentreference', 'merchantreference', 'reference'],
  kind: ['type', 'transactiontype'],
  amount: ['amount', 'transactionamount', 'amountpaid'],
  fee: ['fee', 'fees', 'transactionfee'],
  currency: ['currency'],
} as const;
type Column = keyof typeof COLUMNS;
const REQUIRED: readonly Column[] = ['payout', 'paidAt', 'reference', 'amount'];
const LABELS: Partial<Record<Column, string>> = {
  payout: 'Settlement Reference',
  paidAt: 'Settlement Date',
  reference: 'Transaction Reference',
  amount: 'Amount',
};

const MAX_REFERENCE = 100;

/** A payout as the provider reports it; an amount or fee that a file does not give is null. */
export type NewPayout = Pick<ProviderPayout, 'reference' | 'amount' | 'fee'> &
  Pick<Payout, 'paidAt'>;

/** A line that could not be read; its payout is left out. */
export interface FileProblem {
  /** Line of the file without blank lines, the header being 1. */
  readonly line: number;
  readonly message: string;
}

export interface PayoutFile {
  readonly payouts: readonly { payout: NewPayout; items: readonly ProviderPayoutItem[] }[];
  readonly problems: readonly FileProblem[];
}

interface Line extends Omit<NewPayout, 'amount' | 'fee'> {
  readonly payoutAmount: Money | null;
  readonly payoutFee: Money | null;
  readonly item: ProviderPayoutItem;
}

/** Reads the settlements as downloaded from the provider's dashboard: one line per transaction. */
export function readPayoutFile(text: string): PayoutFile {
  const [header, ...rows] = parseCsv(text);
  const columns = findColumns(header ?? []);
  const missing = REQUIRED.filter((column) => columns[column] === undefined);
  if (missing.length)
    return toProblem(
      1,
      `The column ${missing.map((column) => LABELS[column]).join(', ')} is missing.`,
    );
  if (!rows.length) return toProblem(1, 'The file has no lines below its header.');
  const problems: FileProblem[] = [];
  const lines = new Map<string, Line[]>();
  const unreadable = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const cell = (column: Column) => row[columns[column] ?? -1] ?? '';
    const line = readLine(cell);
    if (typeof line === 'string') {
      problems.push({ line: index + 2, message: line });
      unreadable.add(toReference(cell('payout')));
    } else lines.set(line.reference, [...(lines.get(line.reference) ?? []), line]);
  }
  for (const reference of unreadable) lines.delete(reference);
  const payouts = [...lines.values()].map(toPayout).filter(({ payout, items }) => {
    const { isPositive } = payout.amount ?? sumNet(items, payout.fee ?? Money.zero);
    if (!isPositive)
      problems.push({ line: 1, message: `Payout ${payout.reference} is not above zero.` });
    return isPositive;
  });
  return { payouts, problems };
}

const toProblem = (line: number, message: string): PayoutFile => ({
  payouts: [],
  problems: [{ line, message }],
});

function findColumns(header: readonly string[]): Partial<Record<Column, number>> {
  const names = header.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''));
  const found: Partial<Record<Column, number>> = {};
  for (const column of Object.keys(COLUMNS) as Column[]) {
    const index = names.findIndex((name) => (COLUMNS[column] as readonly string[]).includes(name));
    if (index >= 0) found[column] = index;
  }
  return found;
}

/** @returns why it is not readable. */
function readLine(cell: (column: Column) => string): Line | string {
  const reference = toReference(cell('payout'));
  const transaction = toReference(cell('reference'));
  if (!reference || !transaction) return 'The reference is missing.';
  const currency = cell('currency');
  if (currency && currency !== 'NGN') return `The currency is ${currency.slice(0, 10)}, not NGN.`;
  const word = cell('kind').replace(/[^a-z]/gi, '');
  const kind = word ? toItemKind(word) : 'charge';
  const given = toMoney(cell('amount'));
  if (!given) return 'The amount is not readable.';
  const fee = cell('fee') === '' ? Money.zero : toMoney(cell('fee'));
  if (!fee || fee.isLessThan(Money.zero)) return 'The fee is not readable.';
  const payoutAmount = cell('payoutAmount') === '' ? null : toMoney(cell('payoutAmount'));
  if (cell('payoutAmount') !== '' && !payoutAmount)
    return 'The amount of the settlement is not readable.';
  const payoutFee = cell('payoutFee') === '' ? null : toMoney(cell('payoutFee'));
  if (cell('payoutFee') !== '' && (!payoutFee || payoutFee.isLessThan(Money.zero)))
    return 'The fee of the settlement is not readable.';
  const paidAt = toDate(cell('paidAt'));
  if (!paidAt) return 'The date of the settlement is not readable.';
  if (!isPlausiblePast(paidAt, new Date()))
    return 'The date of the settlement is before the year 2000 or in the future.';
  // Refunds may be listed without their sign.
  const amount = kind === 'refund' && given.isPositive ? given.negated() : given;
  return {
    reference,
    paidAt,
    payoutAmount,
    payoutFee,
    item: { kind, reference: transaction, amount, fee },
  };
}

function toPayout(lines: readonly Line[]): { payout: NewPayout; items: ProviderPayoutItem[] } {
  const [first] = lines;
  const { reference, paidAt, payoutAmount: amount, payoutFee: fee } = first!;
  return { payout: { reference, paidAt, amount, fee }, items: lines.map(({ item }) => item) };
}

const sumNet = (items: readonly ProviderPayoutItem[], payoutFee: Money): Money =>
  items.reduce((sum, { amount, fee }) => sum.plus(amount).minus(fee), payoutFee.negated());

const toReference = (text: string): string => sanitizePgText(text.slice(0, MAX_REFERENCE));

/** `5000`, `5,000.00`, `₦5,000.00`, `NGN 5,000`. */
const toMoney = (text: string): Money | null =>
  Money.parseDecimal(text.replace(/^(-?)\s*(?:₦|NGN)\s*/i, '$1').replace(/,(?=\d{3})/g, ''));

/** `2026-11-22`, with a time in UTC or an offset. */
function toDate(text: string): Date | null {
  const match =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(Z|[+-]\d\d:?\d\d)?$/.exec(text);
  if (!match) return null;
  const at = new Date(`${match[1]}T${match[2] ?? '00:00'}${match[3] ?? 'Z'}`);
  return Number.isNaN(at.getTime()) ? null : at;
}
