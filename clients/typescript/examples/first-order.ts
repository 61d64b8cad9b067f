import {
  buyProxies,
  configure,
  initializeTopup,
  listEndpoints,
  quoteOrder,
  verifyPayment,
} from '../src';

type Pay = (checkoutUrl: string) => Promise<void>;

/** Tops up, buys a gigabyte in Nigeria for what the quote says, and returns ten connections, one a line. */
export async function firstOrder(baseUrl: string, apiKey: string, pay: Pay) {
  configure({ baseUrl, apiKey });
  const topup = {
    amount: 5000,
    reference: `topup-${Date.now()}`,
    callback_url: `${baseUrl}/wallet`,
  };
  const checkout = await initializeTopup(topup, { idempotencyKey: topup.reference });
  await pay(checkout.payment_data.data.checkout_url);
  const { data: payment } = await verifyPayment({ reference: topup.reference });
  if (payment.status !== 'successful') throw new Error(`The payment is ${payment.status}.`);

  const place = { proxy_type: 'residential_ipv4', country: 'ng' } as const;
  const order = { ...place, ttl_minutes: 10, protocol: 'http', traffic_limit_mb: 1 } as const;
  const { data: quote } = await quoteOrder(order);
  const { data: purchase } = await buyProxies(
    { ...order, expected_total: quote.total },
    { idempotencyKey: `order-${topup.reference}` },
  );
  return listEndpoints(purchase.proxies[0]!.id, { count: 10, format: 'txt' });
}
