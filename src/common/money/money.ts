const KOBO = 100n;

/** Immutable amount in naira with kobo precision. All amounts in the code have this type. */
export class Money {
  static readonly zero = new Money(0n);
  readonly currency = 'NGN';

  private constructor(readonly kobo: bigint) {}

  static kobo(kobo: bigint): Money {
    return new Money(kobo);
  }

  /** @param naira a whole number of naira, within ±2^53. */
  static naira(naira: number): Money {
    if (!Number.isSafeInteger(naira)) throw new RangeError('Money.naira takes a whole number');
    return new Money(BigInt(naira) * KOBO);
  }

  /**
   * Reads an amount as payment providers write it: 5000, "5000", "5000.5", "5000.00".
   * Goes through the decimal text, never through a float.
   * @returns null when it is not a plain decimal with at most two significant decimals.
   */
  static parseDecimal(value: unknown): Money | null {
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    const match = /^(-?)(\d{1,15})(?:\.(\d{1,2})0*)?$/.exec(String(value));
    if (!match) return null;
    const kobo = BigInt(match[2]!) * KOBO + BigInt((match[3] ?? '').padEnd(2, '0'));
    return new Money(match[1] ? -kobo : kobo);
  }

  plus(other: Money): Money {
    return new Money(this.kobo + other.kobo);
  }
  minus(other: Money): Money {
    return new Money(this.kobo - other.kobo);
  }
  times(count: number): Money {
    return new Money(this.kobo * BigInt(count));
  }
  negated(): Money {
    return new Money(-this.kobo);
  }
  equals(other: Money): boolean {
    return this.kobo === other.kobo;
  }
  isLessThan(other: Money): boolean {
    return this.kobo < other.kobo;
  }
  get isPositive(): boolean {
    return this.kobo > 0n;
  }
  get isZero(): boolean {
    return this.kobo === 0n;
  }

  /** Whole naira for the wire, half away from zero. */
  toNaira(): number {
    const half = this.kobo < 0n ? -KOBO / 2n : KOBO / 2n;
    return Number((this.kobo + half) / KOBO);
  }

  /** Whole naira of what somebody has: never more than there is. */
  toNairaFloor(): number {
    return Number((this.kobo - modulo(this.kobo)) / KOBO);
  }

  /** Whole naira of what somebody needs or owes: never less than that. */
  toNairaCeil(): number {
    return -this.negated().toNairaFloor() || 0;
  }

  /** "12500.00", the form of the back office's `balance`. */
  toDecimalString(): string {
    const sign = this.kobo < 0n ? '-' : '';
    const abs = this.kobo < 0n ? -this.kobo : this.kobo;
    return `${sign}${abs / KOBO}.${String(abs % KOBO).padStart(2, '0')}`;
  }

  toString(): string {
    return formatNairaExact(this);
  }
}

const modulo = (kobo: bigint): bigint => ((kobo % KOBO) + KOBO) % KOBO;

/** "₦12,500" or "-₦12,500", for messages and mails. */
export const formatNaira = (money: Money): string =>
  `₦${money.toNaira().toLocaleString('en-NG')}`.replace('₦-', '-₦');

/** "₦12,500.00", for receipts and other documents. */
export function formatNairaExact(money: Money): string {
  const [naira, kobo] = money.toDecimalString().split('.');
  return `₦${naira!.replace(/\B(?=(\d{3})+$)/g, ',')}.${kobo}`.replace('₦-', '-₦');
}
