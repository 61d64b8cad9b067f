import { paths } from './paths';

/** Carries the query of an unfinished order through the wallet and the payment provider. */
export const ORDER_PARAM = 'order';

/** The order form as it was left; null if the wallet was not opened from it. */
export function readOrderPath(params: URLSearchParams): string | null {
  const order = params.get(ORDER_PARAM);
  if (order === null) return null;
  const query = new URLSearchParams(order).toString();
  return query === '' ? paths.buyProxy : `${paths.buyProxy}?${query}`;
}

/** The wallet with an amount to top up, which returns to the order afterwards. */
export const topUpForOrderPath = (amount: number, order: URLSearchParams): string =>
  `${paths.wallet}?${new URLSearchParams({ amount: String(amount), [ORDER_PARAM]: order.toString() })}`;

/** Where the payment provider sends the customer after the checkout. */
export function getReturnUrl(origin: string, params: URLSearchParams): string {
  const order = params.get(ORDER_PARAM);
  const suffix = order === null ? '' : `&${new URLSearchParams({ [ORDER_PARAM]: order })}`;
  return `${origin}${paths.wallet}?status=success${suffix}`;
}
