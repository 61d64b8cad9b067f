import { createHmac, randomBytes } from 'node:crypto';
import { HttpConnection } from '../lib/http';
import { openLoop } from '../lib/load';
import type { Part } from '../lib/part';
import { openShop, startApi } from '../lib/bench-context';

const PER_SECOND = 100;
const AIM_MS = 200;
const CONNECTIONS = 32;

export const webhooks: Part = {
  name: 'webhooks',
  async run(context, effort) {
    const shop = await openShop(context, 'webhooks', 1000);
    const api = await startApi(context, shop);
    const free = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => HttpConnection.open(api.port)),
    );
    const waiting: ((connection: HttpConnection) => void)[] = [];
    const tell = async (): Promise<void> => {
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
      if (status !== 200) throw new Error(`A notification was answered ${status}: ${body}`);
      const next = waiting.shift();
      if (next) next(connection);
      else free.push(connection);
    };
    await openLoop(PER_SECOND, 2, tell);
    const measured = await openLoop(PER_SECOND, Math.max(5, effort.seconds), tell);
    const [kept] = await shop.sql<{ count: number }>(`SELECT count(*)::int FROM payment_webhook`);
    for (const connection of free) connection.close();
    return {
      title: 'Notifications while no worker runs',
      how: `${PER_SECOND} signed notifications a second, each about another payment, with every worker stopped; the time counts from when each was due.`,
      lines: [
        {
          what: 'acknowledged',
          measured,
          aim: { text: `p99 < ${AIM_MS} ms`, met: measured.p99 < AIM_MS },
        },
        { what: 'kept for the worker', note: String(kept?.count) },
      ],
    };
  },
};
