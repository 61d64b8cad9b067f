import { HOUR } from '../../../src/common/time/clock';
import { SettingsEditorService } from '../../../src/settings/settings-editor.service';
import { SettingsService } from '../../../src/settings/settings.service';
import { eventually } from '../../support/sandbox-app';
import { usePaymentsTestApp } from './payments-test-app';

const FIRST = 'sk_test_sandbox';

describe('Rotation of the card provider’s secret key', () => {
  let serial = 0;

  const app = usePaymentsTestApp();

  const change = (korapaySecretKey: string) =>
    app.get(SettingsEditorService).update(app.admin, { korapaySecretKey });
  /** Status of the response to a notification signed with the key. */
  const answerTo = async (secret: string) => {
    // The settings cache expires by the system clock.
    app.get(SettingsService).invalidateCache();
    const data = { reference: `ROTATE-${(serial += 1)}`, status: 'success' };
    return (await app.sendWebhook('charge.success', data, secret)).status;
  };

  it('should accept the previous key for 72 hours', async () => {
    const topup = await app.startTopup(5000, false);
    expect(await answerTo('sk_test_second')).toBe(401);
    await change('sk_test_second');
    expect(await answerTo('sk_test_second')).toBe(200);
    expect(await answerTo(FIRST)).toBe(200);

    // The charge was made under the first key, so the provider signs with it.
    await app.setChargeOutcome(topup.reference);
    const [hook] = await eventually(
      () =>
        app.sql<{ id: number }>('SELECT id FROM payment_webhook WHERE reference = $1', [
          topup.reference,
        ]),
      (rows) => rows.length === 1,
    );
    await app.runJob('payments.process-webhook', { webhookId: hook!.id });
    expect(await app.getPayment(topup)).toMatchObject({ status: 'successful', naira: 5000 });

    app.clock.advance(72 * HOUR - 60_000);
    expect(await answerTo(FIRST)).toBe(200);
    app.clock.advance(2 * 60_000);
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
    const kept = await app.sql(
      `SELECT value::text AS text FROM setting UNION ALL SELECT coalesce(changes::text, details) FROM audit_log`,
    );
    expect(JSON.stringify(kept)).not.toContain('sk_test_');
  });

  it('should not rotate when the same key is saved', async () => {
    await change('sk_test_fourth');
    expect(await answerTo('sk_test_third')).toBe(200);
  });
});
