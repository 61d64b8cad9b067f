import { insertUser } from '../../support/testing-module';
import type { SandboxApp } from '../../support/sandbox-app';
import type { PaymentsTestApp } from './payments-test-app';
import { findAuditActions } from './settlement-helpers';
import { buildTopupRequest, findStartedPayment, startTopup } from './topup-helpers';
import { usePaymentsTestApp } from './use-payments-test-app';

/** Without the record of the key, as after a crash or its expiry: only the payment is left to answer from. */
describe('a top-up started with an Idempotency-Key', () => {
  let testApp: PaymentsTestApp;
  let sandbox: SandboxApp;
  let user: number;

  usePaymentsTestApp((opened) => {
    testApp = opened;
    ({ sandbox } = testApp);
  });
  beforeAll(async () => {
    user = await insertUser(sandbox);
  });

  it('should answer a repeated key with the checkout page that stands, even when its record is lost', async () => {
    const body = buildTopupRequest(testApp);
    const send = (as = user) =>
      startTopup(testApp, body, as, { 'idempotency-key': body.reference });
    const first = await send();
    expect(first.status).toBe(200);
    expect(await send()).toMatchObject({ status: 200, body: first.body });
    expect(await send(await insertUser(sandbox))).toMatchObject({
      body: { code: 'REFERENCE_TAKEN' },
    });
    expect(await findAuditActions(testApp, body.reference)).toEqual(['payment.initialized']);
    // A process that died before the provider answered.
    await sandbox.sql(`UPDATE payment SET checkout_url = NULL WHERE reference = $1`, [
      body.reference,
    ]);
    expect(await send()).toMatchObject({ status: 502, body: { code: 'UPSTREAM_UNKNOWN' } });
  });

  it('should start nothing for a key that started another top-up', async () => {
    const body = buildTopupRequest(testApp);
    const key = { 'idempotency-key': body.reference };
    expect((await startTopup(testApp, body, user, key)).status).toBe(200);
    await sandbox.sql('DELETE FROM idempotency_record WHERE user_id = $1 AND key = $2', [
      user,
      body.reference,
    ]);
    const other = buildTopupRequest(testApp);
    for (const changed of [other, { ...body, amount: 6000 }])
      expect(await startTopup(testApp, changed, user, key)).toMatchObject({
        status: 409,
        body: { code: 'IDEMPOTENCY_KEY_REUSED' },
      });
    expect(await findStartedPayment(testApp, other.reference)).toBeUndefined();
  });
});
