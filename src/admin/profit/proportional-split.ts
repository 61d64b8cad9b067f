/**
 * Shares of an amount in proportion to weights, which add up to exactly what the weights' share of the whole is: each is
 * the difference of two rounded running sums.
 * @param whole at least the sum of the weights; the rest of the amount belongs to nobody here.
 */
export function splitProportionally(
  amount: bigint,
  weights: readonly bigint[],
  whole: bigint,
): bigint[] {
  if (whole === 0n) return weights.map(() => 0n);
  let sum = 0n;
  let given = 0n;
  return weights.map((weight) => {
    sum += weight;
    const share = (amount * sum) / whole - given;
    given += share;
    return share;
  });
}
