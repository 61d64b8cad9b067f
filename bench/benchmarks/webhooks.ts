import { createHmac, randomBytes } from 'node:crypto';
import { HttpConnection } from '../lib/http';
import { openLoop } from '../lib/load';
import type { Benchmark } from '../lib/benchmark';
import { openShop, startApi } from '../lib/bench-context';

const PER_SECOND = 100;
const TARGET_MS = 200;
const CONNECTIONS = 32;

export const webhooks: Benchmark = {
  name: 'webhooks',
  async run(context, options) {
    const shop = await openShop(context, 'webhooks', 1000);
    const api = await startApi(context, shop);
    const free = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => HttpConnection.open(api.port)),
    );
    const waiting: ((connection: HttpConnection) => void)[] = [];
    const sendNotification = async (): Promise<void> => {
      const connection =
        free.pop() ?? (await new Promise<HttpConnection>((got) => waiting.push(got)));
      const reference = `TOPUP-${randomBytes(8).toString('hex').toUpperCase()}-5000`;
      const data = JSON.stringify({
        reference,
        amount: 5000,
        fee: 0,
        currency: 'NGN',
        status: 'success',
      });
      const signature = createHmac('sha256', context.korapay.secret).update(data).digest('hex');
      const { status, body } = await connection.request(
        'POST',
        '/api/v1/payments/webhook/korapay',
        { 'x-korapay-signature': signature },
        `{"event":"charge.success","data":${data}}`,
      );
      if (status !== 200) throw new Error(`The webhook returned ${status}: ${body}`);
      const next = waiting.shift();
      if (next) next(connection);
      else free.push(connection);
    };
    await openLoop(PER_SECOND, 2, sendNotification);
    const measured = await openLoop(PER_SECOND, Math.max(5, options.seconds), sendNotification);
    const [stored] = await shop.sql<{ count: number }>(`SELECT count(*)::int FROM payment_webhook`);
    for (const connection of free) connection.close();
    return {
      title: 'Webhooks while no worker runs',
      how: `${PER_SECOND} signed webhooks per second, each for another payment, with every worker stopped; the time counts from the scheduled start of each call.`,
      lines: [
        {
          what: 'acknowledged',
          measured,
          target: { text: `p99 < ${TARGET_MS} ms`, met: measured.p99 < TARGET_MS },
        },
        { what: 'stored for the worker', note: String(stored?.count) },
      ],
    };
  },
};
