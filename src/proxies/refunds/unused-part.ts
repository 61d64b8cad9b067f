import { Money } from '../../common/money/money';
import { MINUTE } from '../../common/time/clock';
import type { ExtensionRequest, PurchaseRequest } from '../orders/order.entity';
import { GIGABYTE, type ProxyType } from '../proxy.types';

/** A proxy of an order, as far as its refund depends on it. */
export interface RefundableProxy {
  readonly priceKobo: bigint;
  /** Null when it is not limited by traffic. */
  readonly limitBytes: bigint | null;
  readonly usedBytes: bigint;
  readonly expiresAt: Date;
}

/** What was bought, by a purchase or a later order of its proxy. */
type Bought = PurchaseRequest | ExtensionRequest;

/** What is measured: traffic of pool proxies, time of datacenter proxies. */
export type RefundBasis = 'traffic' | 'time';

export const getBasis = (type: ProxyType): RefundBasis =>
  type === 'individual_ipv4' ? 'time' : 'traffic';

/**
 * The price of what is not used of proxies in service: bytes below the limit, or whole minutes until the expiry,
 * no more than the order bought. Rounded down to whole naira.
 */
export function calculateUnused(
  request: Bought,
  proxies: readonly RefundableProxy[],
  now: Date,
): Money {
  const kobo = proxies.reduce((sum, proxy) => {
    const [unused, bought] = measure(request, proxy, now);
    return bought > 0n ? sum + (proxy.priceKobo * unused) / bought : sum;
  }, 0n);
  return Money.naira(Money.kobo(kobo).toNairaFloor());
}

/** Whether no more than a part of what was bought for a proxy is used. */
export function isUsedAtMost(
  percent: number,
  request: Bought,
  proxy: RefundableProxy,
  now: Date,
): boolean {
  const [unused, bought] = measure(request, proxy, now);
  return (bought - unused) * 100n <= bought * BigInt(percent);
}

function measure(
  request: Bought,
  { limitBytes, usedBytes, expiresAt }: RefundableProxy,
  now: Date,
): [unused: bigint, bought: bigint] {
  const left = expiresAt.getTime() - now.getTime();
  if (left <= 0) return [0n, 0n];
  if (request.type !== 'individual_ipv4') {
    const traffic = BigInt(request.gigabytes) * GIGABYTE;
    const free = (limitBytes ?? 0n) - usedBytes;
    return [free < 0n ? 0n : free < traffic ? free : traffic, traffic];
  }
  const bought = BigInt(request.durationMinutes);
  const minutes = BigInt(Math.floor(left / MINUTE));
  return [minutes < bought ? minutes : bought, bought];
}
