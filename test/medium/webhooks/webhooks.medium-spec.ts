import { createHmac } from 'node:crypto';
import { DataSource } from 'typeorm';
import {
  type WebhookDeliveryService,
  MAX_FAILURES,
  RETRY_DELAYS,
} from '../../../src/webhooks/webhook-delivery.service';
import { MailService } from '../../../src/mail/mail.service';
import { useHttpTestApp, poolOrderBody, type Customer } from '../proxies/http-test-app';
import { ONE_GB_PRICE } from '../proxies/proxies-test-app';
import { createDeliveries } from './webhook-deliveries';
import { WebhookReceiver } from '../../support/webhook-receiver';

interface Created {
  id: number;
  secret: string;
}

describe('Webhooks', () => {
  const app = useHttpTestApp();
  let receiver: WebhookReceiver;
  let deliveries: WebhookDeliveryService;
  let customer: Customer;

  beforeAll(async () => {
    deliveries = createDeliveries(app.nest);
  });
  beforeEach(async () => {
    receiver = await WebhookReceiver.start();
    customer = await app.signUp();
    await app.fundWallet(customer, 100_000);
  });
  afterEach(() => receiver.stop());

  const sql = <T = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    app.sql<T>(text, values);
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object) =>
    app.call(method, `/user/webhooks${path}`, body, customer.headers);
  const create = async (path: string, ...events: string[]) => {
    const { status, body } = await call('POST', '', { url: receiver.url(path), events });
    expect(status).toBe(201);
    return body.data as unknown as Created;
  };
  const buy = () => app.call('POST', '/proxies/buy', poolOrderBody, customer.headers);
  const log = async (id: number) =>
    (await call('GET', `/${id}/deliveries`)).body.data as unknown as Record<string, unknown>[];
  /** Lets the waiting time until the next attempt pass. */
  const makeDue = (id: number) =>
    sql(
      `UPDATE webhook_delivery SET next_attempt_at = now() WHERE webhook_id = $1 AND status = 'pending'`,
      [id],
    );

  /** A payment of ₦5,000 that succeeds with the columns of its acceptance. */
  const pay = async (reference: string, accepted: string) => {
    await sql(
      `INSERT INTO payment (user_id, transaction_id, reference, provider, status, amount_kobo, expires_at)
       SELECT user_id, min(id), $2, 'korapay', 'pending', 500000, now() FROM wallet_transaction
       WHERE user_id = $1 GROUP BY user_id`,
      [customer.userId, reference],
    );
    await sql(`UPDATE payment SET status = 'successful', ${accepted} WHERE reference = $1`, [
      reference,
    ]);
  };

  it('should deliver an order with a signature that its secret verifies', async () => {
    const { id, secret } = await create('/orders', 'order.placed', 'order.delivered');
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    const { body: bought } = await buy();
    await deliveries.deliverDue(id);
    const [placed, delivered] = receiver.to('/orders');
    expect([placed!.event.type, delivered!.event.type]).toEqual([
      'order.placed',
      'order.delivered',
    ]);
    expect(placed!.event.data).toEqual(delivered!.event.data);
    const { headers, body, event } = delivered!;
    expect(event).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'order.delivered',
      created_at: expect.stringMatching(/Z$/),
      data: {
        order_id: bought.data.order_id,
        type: 'residential_ipv4',
        status: 'delivered',
        quantity: 1,
        amount: ONE_GB_PRICE,
        refunded_amount: 0,
        proxy_ids: [(bought.data.proxies as unknown as { id: number }[])[0]!.id],
      },
    });
    const [, timestamp, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(
      String(headers['webhook-signature']),
    )!;
    expect(signature).toBe(
      createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
    );
    expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(60);
    expect(headers['webhook-id']).toBe(event.id);
    expect(await log(id)).toMatchObject([
      { type: 'order.delivered', status: 'delivered', attempts: 1, response_status: 200 },
      { type: 'order.placed', status: 'delivered', next_attempt_at: null },
    ]);
  });

  it('should name every proxy of a purchase, and the renewal of one as an order without any', async () => {
    const { id } = await create('/many', 'order.placed', 'order.delivered');
    const [country] = await sql<{ id: number }>(`SELECT id FROM catalog_country WHERE code = 'ng'`);
    const term = { duration_minutes: 30 * 1440 };
    const { body } = await app.call(
      'POST',
      '/proxies/buy-datacenter',
      {
        ...{
          country_id: country!.id,
          quantity: 2,
          proxy_type: 'individual_ipv4',
          protocol: 'http',
        },
        ...term,
      },
      customer.headers,
    );
    const proxies = (body.data.proxies as unknown as { id: number }[]).map((proxy) => proxy.id);
    expect(proxies).toHaveLength(2);
    const renewal = `/user/proxies/${proxies[0]}/renewal`;
    expect((await app.call('POST', renewal, term, customer.headers)).status).toBe(201);
    await deliveries.deliverDue(id);
    expect(receiver.to('/many').map(({ event }) => [event.type, event.data])).toEqual(
      [
        { quantity: 2, proxy_ids: proxies },
        { quantity: 1, proxy_ids: [] },
      ].flatMap((told) =>
        ['order.placed', 'order.delivered'].map((type) => [type, expect.objectContaining(told)]),
      ),
    );
  });

  it('should write the event in the transaction of its change', async () => {
    await create('/', 'proxy.expired');
    await buy();
    const count = () =>
      sql(`SELECT count(*)::int AS count FROM webhook_event WHERE user_id = $1`, [customer.userId]);
    const expire = `UPDATE proxy SET status = 'expired' WHERE user_id = $1`;
    await expect(
      app.nest.get(DataSource).transaction(async (manager) => {
        await manager.query(expire, [customer.userId]);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await count()).toEqual([{ count: 0 }]);
    await sql(expire, [customer.userId]);
    expect(await count()).toEqual([{ count: 1 }]);
  });

  it('should tell of payments, expiry, traffic and renewals', async () => {
    const { id } = await create(
      '/all',
      ...['payment.credited', 'proxy.expiring', 'proxy.traffic_low'],
      ...['renewal.succeeded', 'renewal.failed', 'order.refunded'],
    );
    await buy();
    const owner = [customer.userId];
    await sql(`UPDATE proxy SET expiry_warned = 24 WHERE user_id = $1`, owner);
    await sql(`UPDATE proxy SET used_bytes = limit_bytes * 96 / 100 WHERE user_id = $1`, owner);
    await sql(
      `INSERT INTO proxy_auto_renewal (proxy_id, enabled, gigabytes) SELECT id, true, 1 FROM proxy WHERE user_id = $1`,
      owner,
    );
    await sql(
      `INSERT INTO auto_renewal_notice (proxy_id, outcome, reason, price_kobo)
       SELECT id, outcome, 'reason', 496000 FROM proxy, unnest('{renewed,stopped}'::text[]) outcome WHERE user_id = $1`,
      owner,
    );
    await sql(`UPDATE proxy_order SET status = 'refunded' WHERE user_id = $1`, owner);
    await pay('PAY-1', 'amount_kobo = amount_kobo');
    await deliveries.deliverDue(id);
    expect(
      receiver.to('/all').map(({ event: { type, data } }) => ({ ...data, type })),
    ).toMatchObject([
      { type: 'proxy.expiring', hours: 24 },
      { type: 'proxy.traffic_low', percent: 80 },
      { type: 'proxy.traffic_low', percent: 95 },
      { type: 'renewal.succeeded', price: 4960 },
      { type: 'renewal.failed', outcome: 'stopped', reason: 'reason' },
      { type: 'order.refunded' },
      { type: 'payment.credited', reference: 'PAY-1', amount: 5000, currency: 'NGN' },
    ]);
  });

  it.each([
    ['less', 'received_kobo = 400000, credited_kobo = 400000', 4000],
    [
      'less with goodwill',
      'received_kobo = 400000, credited_kobo = 400000, goodwill_kobo = 100000',
      5000,
    ],
    ['more', 'received_kobo = 600000, credited_kobo = 600000', 6000],
  ])('should tell what the wallet got when staff accept %s', async (_, accepted, amount) => {
    const { id } = await create('/accepted', 'payment.credited');
    await buy();
    await pay(`PAY-${amount}`, accepted);
    await deliveries.deliverDue(id);
    expect(receiver.to('/accepted')).toMatchObject([{ event: { data: { amount } } }]);
  });

  it('should repeat with the same id and growing waits, give up, and deliver again on request', async () => {
    const { id } = await create('/down', 'order.placed');
    receiver.answer = () => 500;
    await buy();
    const waits: number[] = [];
    for (let attempt = 0; attempt <= RETRY_DELAYS.length; attempt += 1) {
      await deliveries.deliverDue(id);
      await deliveries.deliverDue(id);
      expect(receiver.calls).toHaveLength(attempt + 1);
      const [row] = await sql<{ wait: number | null }>(
        `SELECT round(extract(epoch FROM next_attempt_at - last_attempt_at))::int AS wait
         FROM webhook_delivery WHERE webhook_id = $1`,
        [id],
      );
      if (row!.wait !== null) waits.push(row!.wait * 1000);
      await makeDue(id);
    }
    expect(waits).toHaveLength(RETRY_DELAYS.length);
    waits.forEach((wait, index) =>
      expect(Math.abs(wait - RETRY_DELAYS[index]!)).toBeLessThan(5_000),
    );
    const [delivery] = await log(id);
    expect(delivery).toMatchObject({
      status: 'failed',
      response_status: 500,
      last_error: 'The server answered with status 500',
    });
    receiver.answer = () => 204;
    expect((await call('POST', `/${id}/deliveries/${delivery!.id}/redeliver`)).status).toBe(202);
    await deliveries.deliverDue(id);
    expect(await log(id)).toMatchObject([{ status: 'delivered', attempts: 1, last_error: null }]);
    expect(new Set(receiver.calls.map(({ event }) => event.id)).size).toBe(1);
    expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1);
  });

  it('should switch a webhook off after repeated failure, mail its owner and keep what is due', async () => {
    const { id } = await create('/', 'order.placed');
    receiver.answer = () => 302;
    for (let failed = 0; failed < MAX_FAILURES; failed += 1) {
      await buy();
      await sql(
        `UPDATE webhook_delivery SET attempts = $2 WHERE webhook_id = $1 AND status = 'pending'`,
        [id, RETRY_DELAYS.length],
      );
      await deliveries.deliverDue(id);
    }
    const [webhook] = (await call('GET')).body.data as unknown as object[];
    expect(webhook).toMatchObject({
      enabled: false,
      disabled_reason: 'The server answered with status 302',
    });
    const mails = await app.nest.get(MailService, { strict: false }).inbox({ to: customer.email });
    expect(mails.filter(({ subject }) => /webhook was switched off/.test(subject))).toHaveLength(1);
    expect((await call('POST', `/${id}/test`)).body.code).toBe('WEBHOOK_DISABLED');
    const sent = receiver.calls.length;
    await buy();
    await deliveries.deliverDue(id);
    expect(receiver.calls).toHaveLength(sent);
    receiver.answer = () => 200;
    expect((await call('PUT', `/${id}`, { enabled: true })).body.data).toMatchObject({
      enabled: true,
      disabled_reason: null,
    });
    expect((await call('POST', `/${id}/test`)).status).toBe(202);
    await deliveries.deliverDue(id);
    expect(receiver.calls.at(-1)!.event.type).toBe('webhook.test');
  });

  it('should sign with both secrets for a day after a rotation', async () => {
    const { id, secret: old } = await create('/', 'order.placed');
    const { body } = await call('POST', `/${id}/secret`);
    const { secret } = body.data as unknown as Created;
    const send = async () => {
      await call('POST', `/${id}/test`);
      await deliveries.deliverDue(id);
      const { headers, body: text } = receiver.calls.at(-1)!;
      const [time, ...signatures] = String(headers['webhook-signature']).split(',');
      const sign = (key: string) =>
        `v1=${createHmac('sha256', key)
          .update(`${time!.slice(2)}.${text}`)
          .digest('hex')}`;
      return { signatures, expected: [sign(secret), sign(old)] };
    };
    const during = await send();
    expect(during.signatures).toEqual(during.expected);
    await sql(`UPDATE webhook SET previous_secret_until = now() WHERE id = $1`, [id]);
    const after = await send();
    expect(after.signatures).toEqual([after.expected[0]]);
    const [row] = await sql<{ row: string }>(`SELECT w::text AS row FROM webhook w WHERE id = $1`, [
      id,
    ]);
    expect(row!.row).not.toContain('whsec_');
  });

  it('should serve other webhooks while one does not answer', async () => {
    const slow = await create('/slow', 'order.placed');
    const fast = await create('/fast', 'order.placed');
    receiver.answer = (path) => (path === '/slow' ? undefined : 200);
    await buy();
    const waiting = deliveries.deliverDue(slow.id);
    await deliveries.deliverDue(fast.id);
    expect(receiver.to('/fast')).toHaveLength(1);
    expect(await log(fast.id)).toMatchObject([{ status: 'delivered' }]);
    expect(await log(slow.id)).toMatchObject([{ status: 'pending' }]);
    // Leased: a second worker does not repeat it meanwhile.
    await deliveries.deliverDue(slow.id);
    await waiting;
    expect(receiver.to('/slow')).toHaveLength(1);
    expect(await log(slow.id)).toMatchObject([
      { status: 'pending', last_error: 'The server did not answer within 10 seconds' },
    ]);
  });

  it('should repeat what a process left behind between the call and its record', async () => {
    const { id } = await create('/', 'order.placed');
    await buy();
    // What stands there after a crash: claimed, sent, not recorded.
    await sql(
      `UPDATE webhook_delivery SET attempts = 1, next_attempt_at = now() + interval '30 seconds' WHERE webhook_id = $1`,
      [id],
    );
    await deliveries.deliverDue(id);
    expect(receiver.calls).toHaveLength(0);
    await makeDue(id);
    await deliveries.deliverDue(id);
    expect(receiver.calls).toHaveLength(1);
    expect(await log(id)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  it('should belong to its owner only, at most ten of them', async () => {
    const { id } = await create('/', 'order.placed');
    const owner = customer;
    customer = await app.signUp();
    expect((await call('GET')).body.data).toEqual([]);
    for (const answer of [
      await call('PUT', `/${id}`, { enabled: false }),
      await call('DELETE', `/${id}`),
      await call('POST', `/${id}/test`),
      await call('POST', `/${id}/secret`),
      await call('GET', `/${id}/deliveries`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'WEBHOOK_NOT_FOUND' } });
    customer = owner;
    const more = await Promise.all(
      Array.from({ length: 12 }, () =>
        call('POST', '', { url: receiver.url('/'), events: ['order.placed'] }),
      ),
    );
    expect(more.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(more.filter(({ status }) => status === 409)).toHaveLength(3);
    expect((await call('DELETE', `/${id}`)).status).toBe(200);
    const audit = await sql(`SELECT action FROM audit_log WHERE target = $1 ORDER BY id`, [
      `webhook:${id}`,
    ]);
    expect(audit.map(({ action }) => action)).toEqual([
      'user.webhook_added',
      'user.webhook_removed',
    ]);
  });

  it.each([
    ['url', { url: 'http://example.com/', events: ['order.placed'] }],
    ['url', { url: 'https://10.0.0.1/', events: ['order.placed'] }],
    ['url', { url: 'https://0x0a000001/', events: ['order.placed'] }],
    ['url', { url: 'https://[::ffff:169.254.169.254]/', events: ['order.placed'] }],
    ['url', { url: 'https://metadata.google.internal/', events: ['order.placed'] }],
    ['url', { url: 'https://user:secret@example.com/', events: ['order.placed'] }],
    ['url', { url: 'ftp://127.0.0.1/', events: ['order.placed'] }],
    ['events', { url: 'https://example.com/', events: [] }],
    ['events', { url: 'https://example.com/', events: ['everything'] }],
  ])('should answer 422 for the %s of %j', async (field, body) => {
    expect(await call('POST', '', body)).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.any(String)] } },
    });
  });
});
