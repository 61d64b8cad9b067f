import { splitProportionally } from './proportional-split';
import type { NetworkFigures, ProfitFigures } from './profit.types';

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const sum = (values: readonly bigint[]): bigint => values.reduce((total, each) => total + each, 0n);

/**
 * A sale is of a kind of proxy, not of a network. So each network gets the part of its kind's sales that it carried of the
 * kind's traffic; what the shop's own exits carried, and what no traffic belongs to, stays in the row without a key.
 */
export function allocateToNetworks(
  kinds: readonly ProfitFigures[],
  networks: readonly NetworkFigures[],
): ProfitFigures[] {
  const shares = kinds.flatMap((kind) => {
    const carriers = networks.filter((network) => network.kind === kind.key);
    const weights = carriers.map(({ bytes }) => bytes);
    const whole = max(sum(weights), kind.billedBytes ?? 0n);
    const revenues = splitProportionally(kind.revenueKobo, weights, whole);
    const refunds = splitProportionally(kind.refundsKobo, weights, whole);
    return carriers.map(({ networkId, bytes, costPicos }, index): ProfitFigures => ({
      ...{ key: String(networkId), revenueKobo: revenues[index]!, refundsKobo: refunds[index]! },
      ...{ chargebacksKobo: 0n, bytes, billedBytes: null, costPicos },
    }));
  });
  const rest = (pick: (figures: ProfitFigures) => bigint): bigint =>
    sum(kinds.map(pick)) - sum(shares.map(pick));
  return [
    ...shares,
    {
      key: null,
      revenueKobo: rest(({ revenueKobo }) => revenueKobo),
      refundsKobo: rest(({ refundsKobo }) => refundsKobo),
      chargebacksKobo: rest(({ chargebacksKobo }) => chargebacksKobo),
      bytes: rest(({ bytes }) => bytes),
      billedBytes: null,
      costPicos: rest(({ costPicos }) => costPicos),
    },
  ];
}
