import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { freePort } from '../../support/ports';
import { eventually } from '../../support/sandbox-app';
import { KorapayTestApp } from './korapay-test-app';

interface Received {
  body: string;
  headers: IncomingHttpHeaders;
}

describe('Webhooks of the Korapay simulator', () => {
  let korapay: KorapayTestApp;
  let hook: Server;
  let received: Received[] = [];
  let answerWith: number[] = [];

  beforeAll(async () => {
    korapay = await KorapayTestApp.open();
    const port = await freePort();
    korapay.hookUrl = `http://localhost:${port}/hook`;
    hook = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        received.push({ body: Buffer.concat(chunks).toString(), headers: req.headers });
        res.writeHead(answerWith.shift() ?? 200).end();
      });
    });
    await new Promise<void>((resolve) => hook.listen(port, 'localhost', resolve));
  });
  afterAll(async () => {
    await korapay.close();
    await new Promise((resolve) => hook.close(resolve));
  });
  beforeEach(async () => {
    received = [];
    answerWith = [];
    await korapay.clear();
  });

  const findWebhooks = (reference: string) =>
    received.filter(({ body }) => body.includes(`"${reference}"`));

  it('are sent twice, with raw numbers and a signature over the data only', async () => {
    const { reference, checkoutUrl } = await korapay.charge({ amount: 2500 });
    await korapay.submitCheckout(checkoutUrl, 'success');
    const [one, two] = await eventually(
      () => Promise.resolve(findWebhooks(reference)),
      (hooks) => hooks.length === 2,
    );
    expect(two!.body).toBe(one!.body);
    const { event, data } = JSON.parse(one!.body) as { event: string; data: object };
    expect(event).toBe('charge.success');
    expect(data).toEqual({
      fee: 37.5,
      amount: 2500,
      status: 'success',
      currency: 'NGN',
      reference,
      payment_method: 'card',
      payment_reference: reference,
    });
    expect(one!.headers['x-korapay-signature']).toBe(
      createHmac('sha256', 'sk_test_sandbox').update(JSON.stringify(data)).digest('hex'),
    );
  });

  it('are signed with the key that created the charge', async () => {
    const request = korapay.newCharge();
    await korapay.merchant('POST', '/charges/initialize', request, 'sk_test_other');
    await korapay.shop.call(
      'POST',
      `/sandbox/korapay/control/charges/${String(request.reference)}`,
      {
        body: { outcome: 'failed' },
      },
    );
    const [hook] = await eventually(
      () => Promise.resolve(findWebhooks(String(request.reference))),
      (hooks) => hooks.length === 1,
    );
    const { data } = JSON.parse(hook!.body) as { data: object };
    expect(hook!.headers['x-korapay-signature']).toBe(
      createHmac('sha256', 'sk_test_other').update(JSON.stringify(data)).digest('hex'),
    );
  });

  it('are retried until the response is 200', async () => {
    await korapay.shop.call('POST', '/sandbox/korapay/control', {
      body: { route: 'webhook', times: 1, copies: 1 },
    });
    answerWith = [500];
    const { reference, checkoutUrl } = await korapay.charge();
    await korapay.submitCheckout(checkoutUrl, 'success');
    const state = () =>
      korapay.shop.sql<{ attempts: number; due: boolean; last_answer: string; delivered: boolean }>(
        `SELECT attempts, due_at IS NOT NULL AS due, last_answer, delivered_at IS NOT NULL AS delivered
           FROM sandbox.webhook WHERE reference = $1`,
        [reference],
      );
    await eventually(state, ([row]) => row?.last_answer === '500');
    expect(await state()).toEqual([
      { attempts: 1, due: true, last_answer: '500', delivered: false },
    ]);
    // Instead of waiting for the next try, it becomes due now; any other payment wakes the sender.
    await korapay.shop.sql('UPDATE sandbox.webhook SET due_at = now() WHERE reference = $1', [
      reference,
    ]);
    await korapay.submitCheckout((await korapay.charge()).checkoutUrl, 'success');
    await eventually(state, ([row]) => row?.delivered === true);
    expect(await state()).toEqual([
      { attempts: 2, due: false, last_answer: '200', delivered: true },
    ]);
  });

  it('support faults: dropped, delayed, altered, signed with another key', async () => {
    const program = (behaviour: object) =>
      korapay.shop.call('POST', '/sandbox/korapay/control', {
        body: { route: 'webhook', times: 1, ...behaviour },
      });
    const payNew = async () => {
      const { reference, checkoutUrl } = await korapay.charge();
      await korapay.submitCheckout(checkoutUrl, 'success');
      return korapay.shop.sql<{ body: string; signature: string; late: boolean }>(
        `SELECT body, signature, due_at > now() + interval '30 seconds' AS late
           FROM sandbox.webhook WHERE reference = $1 ORDER BY id`,
        [reference],
      );
    };
    await program({ copies: 0 });
    expect(await payNew()).toEqual([]);
    await program({ copies: 1, delayMs: 60_000, data: { amount: 1 }, secret: 'wrong' });
    const [row] = await payNew();
    expect(row!.late).toBe(true);
    const { data } = JSON.parse(row!.body) as { data: { amount: number } };
    expect(data.amount).toBe(1);
    expect(row!.signature).toBe(
      createHmac('sha256', 'wrong').update(JSON.stringify(data)).digest('hex'),
    );
    expect(await payNew()).toHaveLength(2);
  });
});
