import { usePaymentsTestApp } from './payments-test-app';

/** Without the record of the key, as after a crash or its expiry: only the payment is left to answer from. */
describe('a top-up started with an Idempotency-Key', () => {
  let user: number;

  const app = usePaymentsTestApp();
  beforeAll(async () => {
    user = await app.insertUser();
  });

  it('should answer a repeated key with the checkout page that stands, even when its record is lost', async () => {
    const body = app.buildTopup();
    const send = (as = user) => app.initialize(body, as, { 'idempotency-key': body.reference });
    const first = await send();
    expect(first.status).toBe(200);
    expect(await send()).toMatchObject({ status: 200, body: first.body });
    expect(await send(await app.insertUser())).toMatchObject({
      body: { code: 'REFERENCE_TAKEN' },
    });
    expect(await app.findAuditActions(body.reference)).toEqual(['payment.initialized']);
    // A process that died before the provider answered.
    await app.sql(`UPDATE payment SET checkout_url = NULL WHERE reference = $1`, [body.reference]);
    expect(await send()).toMatchObject({ status: 502, body: { code: 'UPSTREAM_UNKNOWN' } });
  });

  it('should start nothing for a key that started another top-up', async () => {
    const body = app.buildTopup();
    const key = { 'idempotency-key': body.reference };
    expect((await app.initialize(body, user, key)).status).toBe(200);
    await app.sql('DELETE FROM idempotency_record WHERE user_id = $1 AND key = $2', [
      user,
      body.reference,
    ]);
    const other = app.buildTopup();
    for (const changed of [other, { ...body, amount: 6000 }])
      expect(await app.initialize(changed, user, key)).toMatchObject({
        status: 409,
        body: { code: 'IDEMPOTENCY_KEY_REUSED' },
      });
    expect(await app.getPayment(other.reference)).toBeUndefined();
  });
});
