import { Money } from '../common/money/money';

declare const plain: unique symbol;
/** A number that is no amount of money, such as a port. */
export type PlainNumber = number & { readonly [plain]: true };
export const plainNumber = (value: number): PlainNumber => value as PlainNumber;

/** An amount or a price that is stored as a number of naira. */
export class NairaNumber {
  constructor(readonly naira: number) {}
}

/**
 * A value before or after an audited change. Amounts of money are `Money` or `NairaNumber`, which marks them
 * in the stored row; a bare number does not compile.
 */
export type AuditValue =
  | Money
  | NairaNumber
  | PlainNumber
  | string
  | boolean
  | Date
  | null
  | undefined
  | readonly AuditValue[]
  | { readonly [field: string]: AuditValue };
type Nothing<T extends never> = T;
/** Compiles while a bare number, which may be an amount, is no value. */
type _BareNumber = Nothing<Extract<number, AuditValue>>;
export type AuditValues = Readonly<Record<string, AuditValue>>;

export interface AuditChange {
  readonly before?: AuditValues;
  readonly after?: AuditValues;
}

export interface StoredChanges {
  readonly before?: unknown;
  readonly after?: unknown;
  /** Paths of amounts, such as `after.balance`. Absent in rows of earlier versions. */
  readonly money?: readonly string[];
}

type Visit = (value: unknown, path: string) => unknown;

function mapLeaves(value: unknown, path: string, visit: Visit): unknown {
  const isBranch =
    Array.isArray(value) ||
    (value instanceof Object && Object.getPrototypeOf(value) === Object.prototype);
  if (!isBranch) return visit(value, path);
  const entries = Object.entries(value as object).map(
    ([key, item]) => [key, mapLeaves(item, `${path}.${key}`, visit)] as const,
  );
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** @returns what is stored of a change, with the paths of its amounts; null without a change. */
export function toStoredChanges({ before, after }: AuditChange): StoredChanges | null {
  if (before === undefined && after === undefined) return null;
  const money: string[] = [];
  const store: Visit = (value, path) => {
    const isMoney = value instanceof Money;
    if (isMoney || value instanceof NairaNumber) money.push(path);
    if (isMoney) return value.toDecimalString();
    return value instanceof NairaNumber ? value.naira : value;
  };
  return {
    before: mapLeaves(before, 'before', store),
    after: mapLeaves(after, 'after', store),
    money,
  };
}

/** Null in place of the marked amounts, for viewers without access to money. */
export function hideMarkedMoney(
  { before, after }: StoredChanges,
  money: readonly string[],
): StoredChanges {
  const hide: Visit = (value, path) => (money.includes(path) ? null : value);
  return { before: mapLeaves(before, 'before', hide), after: mapLeaves(after, 'after', hide) };
}
