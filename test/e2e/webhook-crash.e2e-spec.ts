import { poll } from '../../src/embedded/poll';
import { CrashLab } from '../support/e2e/crash-lab';
import { WebhookReceiver } from '../support/webhook-receiver';

jest.setTimeout(240_000);

describe('Webhooks of a worker that dies', () => {
  let lab: CrashLab;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    lab = await CrashLab.open();
    receiver = await WebhookReceiver.start();
  });
  afterAll(async () => {
    await receiver?.stop();
    await lab?.close();
  });

  it('should deliver every event at least once, with the same id', async () => {
    const customer = await lab.customer(20_000);
    await lab.site.getData('POST', 'user/webhooks', {
      token: customer.token,
      body: { url: receiver.url('/'), events: ['order.delivered'] },
    });
    // Committed while no worker runs.
    await customer.buy();
    expect(receiver.calls).toHaveLength(0);
    // The call is made, and the worker killed before its record.
    await lab.crashWorker('webhook-delivery.after-call');
    expect(receiver.calls).toHaveLength(1);
    const find = () =>
      lab.sql<{ status: string; attempts: number }>(
        'SELECT status, attempts FROM webhook_delivery',
      );
    expect(await find()).toEqual([{ status: 'pending', attempts: 1 }]);
    // The lease ends sooner than in thirty seconds.
    await lab.sql('UPDATE webhook_delivery SET next_attempt_at = now()');
    await lab.withWorker(async () => {
      await poll(async () => (await find())[0]!.status === 'delivered', 60_000);
    });
    expect(await find()).toEqual([{ status: 'delivered', attempts: 2 }]);
    expect(receiver.calls).toHaveLength(2);
    const [first, second] = receiver.calls;
    expect(second!.body).toBe(first!.body);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  });
});
