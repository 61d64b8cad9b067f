import { encrypt } from '../../../src/common/crypto/secrets';
import { DAY, MINUTE } from '../../../src/common/time/clock';
import { PaymentsProcessor } from '../../../src/payments/payments-jobs.module';
import { eventually } from '../../support/sandbox-app';
import { SANDBOX_SECRET, sign, usePaymentsTestApp } from './payments-test-app';

describe('Payment webhook', () => {
  const app = usePaymentsTestApp();

  const dataOf = (reference: string, over: Record<string, unknown> = {}) => ({
    fee: 75,
    amount: 5000,
    status: 'success',
    currency: 'NGN',
    reference,
    payment_method: 'card',
    payment_reference: reference,
    ...over,
  });
  const notify = (data: Record<string, unknown>, event = 'charge.success', secret?: string) =>
    app.sendWebhook(event, data, secret);
  const kept = () =>
    app.sql<{ id: number; deliveries: number; reference: string; processed_at: Date | null }>(
      'SELECT id, deliveries, reference, processed_at FROM payment_webhook ORDER BY id',
    );
  const processAll = async () => {
    for (const { id } of await kept())
      await app.runJob('payments.process-webhook', { webhookId: id });
  };
  const startTopup = async (silent = true) => (await app.startTopup(5000, silent)).reference;
  const NOTHING = { status: 'pending', booked: 0 };
  const CREDITED = { status: 'successful', booked: 1 };

  it('should credit the paid charge of a notification', async () => {
    const reference = await startTopup();
    await app.setChargeOutcome(reference);
    expect(await notify(dataOf(reference))).toEqual({
      status: 200,
      body: { success: true, message: 'Received' },
    });
    await processAll();
    expect(await app.getPayment(reference)).toMatchObject(CREDITED);
  });

  it('should accept what the Korapay simulator sends, twice', async () => {
    const reference = await startTopup(false);
    await app.setChargeOutcome(reference);
    const rows = await eventually(kept, (all) =>
      all.some((row) => row.reference === reference && row.deliveries === 2),
    );
    expect(rows.filter((row) => row.reference === reference)).toHaveLength(1);
    await processAll();
    expect(await app.getPayment(reference)).toMatchObject(CREDITED);
  });

  it('should store a hundred repeats once, whatever the envelope, and credit once', async () => {
    const reference = await startTopup();
    await app.setChargeOutcome(reference);
    const before = (await kept()).length;
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        notify(
          dataOf(reference),
          index % 2 ? 'charge.success' : `replayed.${'x'.repeat(index % 9)}`,
        ),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const rows = (await kept()).slice(before);
    expect(rows).toMatchObject([{ reference, deliveries: 100 }]);
    const processor = app.get(PaymentsProcessor);
    const data = { webhookId: rows[0]!.id };
    await Promise.all(
      Array.from({ length: 20 }, () =>
        processor.handle({ name: 'payments.process-webhook', data }),
      ),
    );
    expect(await app.getPayment(reference)).toMatchObject(CREDITED);
  });

  it('should trust the charge lookup over the notification', async () => {
    const reference = await startTopup();
    await notify(dataOf(reference));
    await processAll();
    expect(await app.getPayment(reference)).toMatchObject(NOTHING);
    await notify(dataOf(reference, { status: 'failed' }), 'charge.failed');
    await app.setChargeOutcome(reference);
    await processAll();
    expect(await app.getPayment(reference)).toMatchObject(CREDITED);
    await notify(dataOf(reference, { status: 'failed', fee: 0 }), 'charge.failed');
    await processAll();
    expect(await app.getPayment(reference)).toMatchObject(CREDITED);
  });

  it('should find the payment reference in the field of the other checkout', async () => {
    const reference = await startTopup();
    await app.setChargeOutcome(reference);
    await notify(dataOf('KPY-C-8gh2kd9', { payment_reference: reference }));
    await processAll();
    expect(await app.getPayment(reference)).toMatchObject(CREDITED);
  });

  it('should ignore an unknown reference', async () => {
    const payments = () => app.sql('SELECT count(*)::int AS count FROM payment');
    const before = await payments();
    expect((await notify(dataOf('UNKNOWN-REFERENCE'))).status).toBe(200);
    await processAll();
    expect(await payments()).toEqual(before);
    expect((await kept()).at(-1)).toMatchObject({ processed_at: expect.any(Date) });
  });

  it('should credit an expired payment that is paid late', async () => {
    const reference = await startTopup();
    await app.sql(
      `UPDATE payment SET status = 'expired', next_check_at = NULL WHERE reference = $1`,
      [reference],
    );
    await app.setChargeOutcome(reference);
    await notify(dataOf(reference));
    await processAll();
    expect(await app.getPayment(reference)).toMatchObject(CREDITED);
  });

  it('should retry later when the provider is unreachable', async () => {
    const reference = await startTopup();
    await app.setChargeOutcome(reference);
    await app.call('POST', '/sandbox/korapay/control', {
      body: { route: 'find', reference, times: 1, status: 500 },
    });
    await notify(dataOf(reference));
    await processAll();
    expect(await app.getPayment(reference)).toMatchObject(NOTHING);
    const [row] = await app.sql<{ next_check_at: Date }>(
      'SELECT next_check_at FROM payment WHERE reference = $1',
      [reference],
    );
    expect(row!.next_check_at.getTime()).toBeLessThan(Date.now() + MINUTE);
  });

  it('should enqueue notifications again whose jobs were lost', async () => {
    const reference = await startTopup();
    await notify(dataOf(reference));
    const id = (await kept()).at(-1)!.id;
    // Deletes the job but not its deduplication key.
    await app.sql(`DELETE FROM bullmq.job WHERE name = 'payment-notices.process'`);
    app.clock.advance(MINUTE);
    await app.runJob('payments.sweep', {});
    await eventually(
      () =>
        app.sql(
          `SELECT 1 FROM bullmq.job WHERE name = 'payment-notices.process'
             AND (data::jsonb ->> 'webhookId')::int = $1`,
          [id],
        ),
      (rows) => rows.length === 1,
    );
  });

  it('should accept the previous key during its grace period', async () => {
    const reference = await startTopup();
    await app.setChargeOutcome(reference);
    const put = (key: string, value: string) =>
      app.sql(
        `INSERT INTO setting (key, value) VALUES ($1, $2::jsonb)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
        [key, JSON.stringify(value)],
      );
    const encrypted = (key: string, secret: string) =>
      put(key, encrypt(app.sandbox.config.key('secrets'), `settings:${key}`, secret));
    await encrypted('korapaySecretKey', 'sk_test_new');
    await encrypted('previousKorapaySecretKey', SANDBOX_SECRET);
    await put('previousKorapaySecretKeyUntil', new Date(Date.now() + DAY).toISOString());
    await app.sql('NOTIFY settings');
    await eventually(
      () => notify(dataOf(reference, { fee: 1 }), 'charge.success', 'sk_test_new'),
      ({ status }) => status === 200,
    );
    expect((await notify(dataOf(reference))).status).toBe(200);
    await put('previousKorapaySecretKeyUntil', new Date(Date.now() - 1000).toISOString());
    await app.sql('NOTIFY settings');
    await eventually(
      () => notify(dataOf(reference)),
      ({ status }) => status === 401,
    );
    await app.sql('DELETE FROM setting');
    await app.sql('NOTIFY settings');
    await eventually(
      () => notify(dataOf(reference)),
      ({ status }) => status === 200,
    );
  });

  it('should refuse unsigned notifications, store none and audit it once', async () => {
    const reference = await startTopup();
    await app.setChargeOutcome(reference);
    const before = await kept();
    app.clock.advance(DAY);
    const body = JSON.stringify({ event: 'charge.success', data: dataOf(reference) });
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        app.postWebhook(body, index % 2 ? undefined : sign(dataOf(reference), 'sk_test_wrong')),
      ),
    );
    for (const answer of responses)
      expect(answer).toMatchObject({
        status: 401,
        body: { success: false, code: 'BAD_SIGNATURE' },
      });
    expect(await kept()).toEqual(before);
    expect(await app.getPayment(reference)).toMatchObject(NOTHING);
    const audit = () =>
      app.sql<{ details: string }>(
        `SELECT details FROM audit_log WHERE action = 'payment.webhook_refused' ORDER BY id`,
      );
    const rows = await audit();
    app.clock.advance(2 * MINUTE);
    await app.postWebhook(body);
    const laterRows = await audit();
    expect(laterRows).toHaveLength(rows.length + 1);
    expect(laterRows.at(-1)!.details).toMatch(/^50 payment notification/);
  });

  it.each([
    ['more than 64 KiB', `{"event":"x","data":{"pad":"${'x'.repeat(70_000)}"}}`, 413],
    ['more than the body limit of the server', `{"pad":"${'x'.repeat(1_000_000)}"}`, 413],
    ['broken JSON', '{"event":', 400],
    ['an empty body', '', 401],
    ['a __proto__ key', '{"__proto__":{"a":1},"data":{}}', 400],
    ['a list', '[1]', 401],
    ['a string', '"charge.success"', 401],
  ])('should answer %s with the documented status', async (_what, body, status) => {
    expect((await app.postWebhook(body, 'a'.repeat(64))).status).toBe(status);
  });

  it('should delete a notification 400 days after processing, never an unprocessed one', async () => {
    await app.sql(
      `INSERT INTO payment_webhook (provider, body_hash, event, reference, payload, received_at, processed_at)
       SELECT 'korapay', 'tidy-' || n, 'x', 'TIDY-' || n, '{}', now() - interval '500 days',
              now() - make_interval(days => days)
       FROM unnest(ARRAY[401, 399, NULL]) WITH ORDINALITY AS given (days, n)`,
    );
    await app.runJob('payments.purge-webhooks', {});
    const left = (await kept()).map(({ reference }) => reference);
    expect(left.filter((reference) => reference.startsWith('TIDY'))).toEqual(['TIDY-2', 'TIDY-3']);
    await app.sql(`DELETE FROM payment_webhook WHERE reference LIKE 'TIDY-%'`);
  });

  it('should store signed text with characters that PostgreSQL refuses', async () => {
    const data = dataOf('ODD-TEXT-1', { note: 'a\u0000b\ud800c' });
    expect((await notify(data)).status).toBe(200);
    expect((await kept()).at(-1)).toMatchObject({ reference: 'ODD-TEXT-1' });
  });
});
