import { HOUR, MINUTE } from '../../../src/common/time/clock';
import { usePaymentsTestApp } from './payments-test-app';
import { SettingsEditorService } from '../../../src/settings/settings-editor.service';
import { SettingsService } from '../../../src/settings/settings.service';
import { eventually } from '../../support/sandbox-app';

const app = usePaymentsTestApp();

type Behaviour = Record<string, unknown>;

const PAGE = { status: 502, text: '<html><h1>502 Bad Gateway</h1></html>' };

const SILENCE = { hangMs: 60_000 };

const refusal = (status: number, message = 'No', data: unknown = null): Behaviour => ({
  status,
  json: { status: false, message, data },
});

const found = (data: Behaviour, ok: unknown = true): Behaviour => ({
  status: 200,
  json: { status: ok, message: 'Charge retrieved successfully', data },
});

describe('Payments under faults of Korapay', () => {
  let user: number;

  beforeEach(async () => {
    user = await app.insertUser();
  });

  /** The simulator sends each reply once, in this order, then the real charge. */
  const setReplies = async (reference: string, behaviours: Behaviour[]) => {
    for (const behaviour of behaviours)
      await app.injectFault({ route: 'find', reference, times: 1, ...behaviour });
  };
  const facing = <T>(behaviour: Behaviour, work: () => Promise<T>): Promise<T> =>
    'hangMs' in behaviour ? app.withShortTimeout(work) : work();

  async function start(behaviour: Behaviour = {}) {
    const body = app.buildTopup();
    const { reference } = body;
    await app.silence(reference);
    if (Object.keys(behaviour).length)
      await app.injectFault({ route: 'initialize', reference, times: 1, ...behaviour });
    const { status, body: answer } = await facing(behaviour, () => app.initialize(body, user));
    return { reference, status, code: (answer as { code?: string }).code };
  }

  const credited = { status: 'successful', line: 'successful', booked: 1, naira: 5000 };
  const uncredited = (status: string, line: string) => ({ status, line, booked: 0, naira: 0 });

  describe('checkout', () => {
    it.each<[string, Behaviour]>([
      ['answers 429', { ...refusal(429), headers: { 'retry-after': '30' } }],
      ['answers 422', refusal(422, 'invalid', { amount: { message: 'too odd' } })],
      ['answers 401', refusal(401)],
      ['answers 403', refusal(403)],
      ['answers 200 with status false', refusal(200)],
    ])('should leave nothing open when Korapay %s', async (_what, behaviour) => {
      const { reference, status, code } = await start(behaviour);
      expect([status, code]).toEqual([502, 'PAYMENT_REFUSED']);
      expect(await app.getPayment(reference)).toMatchObject(uncredited('failed', 'failed'));
    });

    it.each<[string, Behaviour]>([
      ['does not answer', SILENCE],
      ['answers 500', refusal(500)],
      ['answers with the HTML page of a gateway', PAGE],
      ['answers 408', refusal(408)],
      ['sends half a response', { status: 200, text: '{"status":true,"data":{"refe' }],
      ['sends a list', { status: 200, json: [] }],
      ['answers 429', refusal(429)],
      ['answers 422', refusal(422)],
    ])(
      'should credit a paid charge when Korapay %s after creating it',
      async (_what, behaviour) => {
        const { reference, status } = await start({ ...behaviour, accept: true });
        expect(status).toBe(502);
        expect(await app.getPayment(reference)).toMatchObject({ booked: 0, naira: 0 });
        await app.setChargeOutcome(reference);
        await app.settle(reference);
        expect(await app.getPayment(reference)).toMatchObject(credited);
      },
    );

    it.each<[string, Behaviour]>([
      ['does not answer', SILENCE],
      ['answers 500', refusal(500)],
      ['answers with the HTML page of a gateway', PAGE],
    ])(
      'should end without a credit when Korapay %s and creates no charge',
      async (_what, behaviour) => {
        const { reference, status } = await start(behaviour);
        expect(status).toBe(502);
        await app.settle(reference);
        expect(await app.getPayment(reference)).toMatchObject(uncredited('created', 'pending'));
        app.clock.advance(20 * MINUTE);
        await app.settle(reference);
        expect(await app.getPayment(reference)).toMatchObject(uncredited('failed', 'failed'));
      },
    );
  });

  describe('charge lookup', () => {
    it.each<[string, Behaviour[]]>([
      ['not found', [refusal(404, 'Charge not found')]],
      ['a conflict', [refusal(409)]],
      ['unprocessable', [refusal(422)]],
      ['a redirect', [{ status: 302, text: '', headers: { location: 'https://evil.example/' } }]],
      ['no data', [{ status: 200, json: { status: true, message: 'ok', data: null } }]],
      ['a list', [{ status: 200, json: { status: true, data: [] } }]],
      ['an empty body', [{ status: 200, text: '' }]],
      ['one fault after the other', [SILENCE, refusal(500), PAGE, refusal(429), refusal(404)]],
    ])(
      'should credit once when Korapay answers %s before the real charge',
      async (_what, behaviours) => {
        const { reference } = await start();
        await app.setChargeOutcome(reference);
        await setReplies(reference, behaviours);
        for (const behaviour of behaviours) {
          await facing(behaviour, () => app.settle(reference));
          expect(await app.getPayment(reference)).toMatchObject(uncredited('pending', 'pending'));
        }
        await app.settle(reference);
        await app.settle(reference);
        expect(await app.getPayment(reference)).toMatchObject(credited);
      },
    );

    it('should credit a success that appears after a long time of unknown charge', async () => {
      const { reference } = await start();
      await app.setChargeOutcome(reference);
      app.clock.advance(HOUR);
      await setReplies(reference, [refusal(404, 'Charge not found')]);
      await app.settle(reference);
      expect(await app.getPayment(reference)).toMatchObject(uncredited('failed', 'failed'));
      await app.settle(reference);
      expect(await app.getPayment(reference)).toMatchObject(credited);
    });

    it('should stay successful when Korapay reports pending afterwards', async () => {
      const { reference } = await start();
      await app.setChargeOutcome(reference);
      await app.settle(reference);
      await setReplies(reference, [found({ reference, status: 'processing', amount: '5000.00' })]);
      await app.settle(reference);
      expect(await app.getPayment(reference)).toMatchObject(credited);
    });

    it.each<[string, Behaviour, unknown]>([
      ['the success flag is text', { amount: '5000.00', currency: 'NGN' }, 'true'],
      ['the amount is a number', { amount: 5000, currency: 'NGN' }, true],
      ['the amount has extra zeros', { amount: '5000.0000', currency: 'NGN' }, true],
      ['the status is in upper case', { status: 'SUCCESS', amount: '5000', currency: 'NGN' }, true],
    ])('should credit when %s', async (_what, data, ok) => {
      const { reference } = await start();
      await setReplies(reference, [found({ reference, status: 'success', ...data }, ok)]);
      await app.settle(reference);
      expect(await app.getPayment(reference)).toMatchObject(credited);
    });

    it.each<[string, Behaviour]>([
      ['the amount is in scientific notation', { amount: '5e3', currency: 'NGN' }],
      ['the amount is negative', { amount: '-5000.00', currency: 'NGN' }],
      ['the amount is a fraction of a kobo off', { amount: '5000.001', currency: 'NGN' }],
      ['there is no currency', { amount: '5000.00' }],
      ['the currency is in lower case', { amount: '5000.00', currency: 'ngn' }],
      ['the reference is a number', { reference: 42, amount: '5000.00', currency: 'NGN' }],
    ])('should put the payment in review when %s', async (_what, data) => {
      const { reference } = await start();
      await setReplies(reference, [found({ reference, status: 'success', ...data })]);
      await app.settle(reference);
      expect(await app.getPayment(reference)).toMatchObject(uncredited('review', 'pending'));
    });
  });
});

const FIRST = 'sk_test_sandbox';

describe('Rotation of the card provider’s secret key', () => {
  let serial = 0;

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
