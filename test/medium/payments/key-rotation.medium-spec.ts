import { createHmac } from 'node:crypto';
import { HOUR } from '../../../src/common/time/clock';
import { PaymentsProcessor } from '../../../src/payments/payments-jobs.module';
import { SettingsEditorService } from '../../../src/settings/settings-editor.service';
import { SettingsService } from '../../../src/settings/settings.service';
import { eventually } from '../../support/sandbox-app';
import { type PaymentsTestApp } from './payments-test-app';
import { usePaymentsTestApp } from './use-payments-test-app';

const FIRST = 'sk_test_sandbox';

describe('Rotation of the card provider’s secret key', () => {
  let testApp: PaymentsTestApp;
  let serial = 0;

  usePaymentsTestApp((opened) => {
    testApp = opened;
  });

  const change = (korapaySecretKey: string) =>
    testApp.sandbox.module.get(SettingsEditorService).update(testApp.admin, { korapaySecretKey });
  /** Status of the response to a notification signed with the key. */
  const answerTo = async (secret: string) => {
    // The settings cache expires by the system clock.
    testApp.sandbox.module.get(SettingsService).invalidateCache();
    const data = JSON.stringify({ reference: `ROTATE-${(serial += 1)}`, status: 'success' });
    const response = await fetch(`${testApp.sandbox.url}/api/v1/payments/webhook/korapay`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-korapay-signature': createHmac('sha256', secret).update(data).digest('hex'),
      },
      body: `{"event":"charge.success","data":${data}}`,
    });
    return response.status;
  };

  it('should accept the previous key for 72 hours', async () => {
    const topup = await testApp.startTopup(5000, false);
    expect(await answerTo('sk_test_second')).toBe(401);
    await change('sk_test_second');
    expect(await answerTo('sk_test_second')).toBe(200);
    expect(await answerTo(FIRST)).toBe(200);

    // The charge was made under the first key, so the provider signs with it.
    await testApp.setChargeOutcome(topup.reference);
    const [hook] = await eventually(
      () =>
        testApp.sandbox.sql<{ id: number }>('SELECT id FROM payment_webhook WHERE reference = $1', [
          topup.reference,
        ]),
      (rows) => rows.length === 1,
    );
    await testApp.sandbox.module
      .get(PaymentsProcessor)
      .handle({ name: 'payments.process-webhook', data: { webhookId: hook!.id } });
    expect(await testApp.getState(topup)).toMatchObject({ status: 'successful', naira: 5000 });

    testApp.sandbox.clock.advance(72 * HOUR - 60_000);
    expect(await answerTo(FIRST)).toBe(200);
    testApp.sandbox.clock.advance(2 * 60_000);
    expect(await answerTo(FIRST)).toBe(401);
    expect(await answerTo('sk_test_second')).toBe(200);
  });

  it('should keep one previous key and never return any', async () => {
    await change('sk_test_third');
    await change('sk_test_fourth');
    expect(await answerTo('sk_test_fourth')).toBe(200);
    expect(await answerTo('sk_test_third')).toBe(200);
    expect(await answerTo('sk_test_second')).toBe(401);
    expect(await answerTo(FIRST)).toBe(401);
    const kept = await testApp.sandbox.sql(
      `SELECT value::text AS text FROM setting UNION ALL SELECT coalesce(changes::text, details) FROM audit_log`,
    );
    expect(JSON.stringify(kept)).not.toContain('sk_test_');
  });

  it('should not rotate when the same key is saved', async () => {
    await change('sk_test_fourth');
    expect(await answerTo('sk_test_third')).toBe(200);
  });
});
