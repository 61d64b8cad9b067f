import { WebhookReceiver } from '../webhook-receiver';
import type { CrashLab } from './crash-lab';
import type { Trial } from './crash-trials';

const POINT = 'webhook-delivery.after-call';

const findDeliveries = (lab: CrashLab, url: string) =>
  lab.sql<{ status: string; attempts: number }>(
    `SELECT d.status, d.attempts FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id
     WHERE w.url = $1`,
    [url],
  );

/** A worker crashes between the call of a customer's server and its record; the event is delivered again. */
export const WEBHOOK_CRASH_TRIALS: readonly Trial[] = [
  {
    point: POINT,
    async run(lab) {
      const receiver = await WebhookReceiver.start();
      try {
        const url = receiver.url('/');
        const customer = await lab.customer(20_000);
        await lab.site.getData('POST', 'user/webhooks', {
          token: customer.token,
          body: { url, events: ['order.delivered'] },
        });
        // Committed while no worker runs.
        await customer.buy();
        expect(receiver.calls).toHaveLength(0);
        await lab.crashWorker(POINT);
        expect(receiver.calls).toHaveLength(1);
        expect(await findDeliveries(lab, url)).toEqual([{ status: 'pending', attempts: 1 }]);
        return async () => {
          await receiver.stop();
          expect(await findDeliveries(lab, url)).toEqual([{ status: 'delivered', attempts: 2 }]);
          expect(receiver.calls).toHaveLength(2);
          const [first, second] = receiver.calls;
          expect(second!.body).toBe(first!.body);
          expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
        };
      } catch (error) {
        await receiver.stop();
        throw error;
      }
    },
  },
];
