import { Money } from '../../common/money/money';
import { OTHERS, type ProfitAmounts, type ProfitFigures, type ProfitGroup } from './profit.types';

const PICOS_PER_DOLLAR = 10n ** 12n;

/** @param exchangeRate naira for a dollar, two decimals at most. @returns kobo, half up. */
function toKobo(picos: bigint, exchangeRate: number): bigint {
  const koboPerDollar = BigInt(Math.round(exchangeRate * 100));
  return (picos * koboPerDollar + PICOS_PER_DOLLAR / 2n) / PICOS_PER_DOLLAR;
}

/** One row per key. Costs are rounded along the running sum, so that the rows add up to the total of every group. */
export function toProfitRows(
  group: ProfitGroup,
  figures: readonly ProfitFigures[],
  exchangeRate: number,
): (ProfitAmounts & { readonly key: string | null })[] {
  let picos = 0n;
  return sortRows(group, mergeByKey(figures)).map((row) => {
    const before = toKobo(picos, exchangeRate);
    picos += row.costPicos;
    return { key: row.key, ...toAmounts(row, toKobo(picos, exchangeRate) - before) };
  });
}

export function toTotals(figures: readonly ProfitFigures[], exchangeRate: number): ProfitAmounts {
  const total = figures.reduce(add, { ...NOTHING, key: null });
  return toAmounts(total, toKobo(total.costPicos, exchangeRate));
}

const NOTHING = {
  ...{ revenueKobo: 0n, refundsKobo: 0n, chargebacksKobo: 0n },
  ...{ bytes: 0n, billedBytes: 0n, costPicos: 0n },
} as const;

const add = (sum: ProfitFigures, each: ProfitFigures): ProfitFigures => ({
  key: sum.key,
  revenueKobo: sum.revenueKobo + each.revenueKobo,
  refundsKobo: sum.refundsKobo + each.refundsKobo,
  chargebacksKobo: sum.chargebacksKobo + each.chargebacksKobo,
  bytes: sum.bytes + each.bytes,
  billedBytes:
    sum.billedBytes === null || each.billedBytes === null
      ? null
      : sum.billedBytes + each.billedBytes,
  costPicos: sum.costPicos + each.costPicos,
});

function mergeByKey(figures: readonly ProfitFigures[]): ProfitFigures[] {
  const merged = new Map<string | null, ProfitFigures>();
  for (const each of figures) {
    const known = merged.get(each.key);
    merged.set(each.key, known ? add(known, each) : each);
  }
  return [...merged.values()].filter(hasFigures);
}

const hasFigures = (row: ProfitFigures): boolean =>
  [row.revenueKobo, row.refundsKobo, row.chargebacksKobo, row.costPicos].some(
    (value) => value !== 0n,
  ) ||
  row.bytes > 0n ||
  (row.billedBytes ?? 0n) > 0n;

/** Days in order; else by revenue. What has no key of its own is last. */
function sortRows(group: ProfitGroup, rows: readonly ProfitFigures[]): ProfitFigures[] {
  const rank = ({ key }: ProfitFigures): number => (key === null ? 2 : key === OTHERS ? 1 : 0);
  const compare = (a: ProfitFigures, b: ProfitFigures): number =>
    group === 'day' || a.revenueKobo === b.revenueKobo
      ? (a.key ?? '').localeCompare(b.key ?? '')
      : a.revenueKobo < b.revenueKobo
        ? 1
        : -1;
  return rows.toSorted((a, b) => rank(a) - rank(b) || compare(a, b));
}

function toAmounts(figures: ProfitFigures, costKobo: bigint): ProfitAmounts {
  const { revenueKobo, refundsKobo, chargebacksKobo, bytes, billedBytes } = figures;
  const netKobo = revenueKobo - refundsKobo - chargebacksKobo;
  return {
    revenue: Money.kobo(revenueKobo),
    refunds: Money.kobo(refundsKobo),
    chargebacks: Money.kobo(chargebacksKobo),
    net: Money.kobo(netKobo),
    cost: Money.kobo(costKobo),
    margin: Money.kobo(netKobo - costKobo),
    ...{ bytes, billedBytes },
  };
}
