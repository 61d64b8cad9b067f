import { DAY, HOUR, MINUTE } from '../../../src/common/time/clock';
import { ReconciliationService } from '../../../src/payments/reconciliation/reconciliation.service';
import { type Topup, usePaymentsTestApp } from './payments-test-app';

const WHY = 'Looked at with the provider.';

describe('ReconciliationService', () => {
  // Each case compares every payment in the database, so each gets its own application.
  const app = usePaymentsTestApp({ per: 'case' });

  const run = async () => (await app.get(ReconciliationService).run())!;
  /** Moves the clock past the grace period for recent payments. */
  const passGracePeriod = () => app.clock.advance(2 * HOUR);
  const expectOpenDifferences = (count: number) =>
    app.sandbox
      .sql(`SELECT 1 FROM audit_log WHERE action = 'payment.difference_found'`)
      .then((rows) => expect(rows).toHaveLength(count));
  /** Overrides the provider's data of one charge from now on. */
  const overrideCharge = ({ reference }: Topup, data: Record<string, unknown>) =>
    app.injectFault({ route: 'find', reference, data });
  const listed = (status: string, { reference }: Topup) =>
    app.sql('UPDATE sandbox.charge SET status = $1 WHERE reference = $2', [status, reference]);

  it('should find no difference over many pages when both sides agree', async () => {
    for (let index = 0; index < 3; index += 1) await app.createCredited(1000);
    await app.startTopup();
    await app.sql(
      `INSERT INTO sandbox.charge (id, reference, amount_kobo, currency, merchant_bears_cost, customer,
         metadata, narration, secret_key)
       SELECT 'KPY-' || n, 'OTHER-' || n, 100000, 'NGN', true, '{"email":"a@b.c"}', '{}', '', 'k'
       FROM generate_series(1, 230) AS n`,
    );
    await app.createCredited(1000);
    passGracePeriod();
    const found = await run();
    expect(found).toMatchObject({
      complete: true,
      listed: 235,
      credited: 4,
      settled: 0,
      differences: [],
      note: null,
    });
    const span = (end: Date, start: Date) => end.getTime() - start.getTime();
    expect(found.windowTo).toEqual(found.startedAt);
    expect(span(found.windowTo, found.windowFrom)).toBeLessThan(2 * DAY + MINUTE);
    expect(span(found.windowTo, found.windowFrom)).toBeGreaterThan(2 * DAY - MINUTE);
    expect(span(found.finishedAt, found.startedAt)).toBeLessThan(MINUTE);
    await expectOpenDifferences(0);
  });

  it('should credit a missed payment through settlement and report it once', async () => {
    const topup = await app.startTopup(3000);
    await app.setChargeOutcome(topup.reference);
    passGracePeriod();
    const [first, second] = await Promise.all([run(), run()]);
    expect(first.settled + second.settled).toBeGreaterThanOrEqual(1);
    expect(await app.getPayment(topup)).toMatchObject({
      status: 'successful',
      booked: 1,
      naira: 3000,
    });
    const all = [...first.differences, ...second.differences];
    expect(all[0]).toEqual({
      kind: 'settled_late',
      reference: topup.reference,
      paymentId: topup.paymentId,
      ourStatus: 'successful',
      ourAmount: '3000.00',
      theirStatus: 'success',
      theirAmount: '3000.00',
    });
    expect((await run()).differences).toEqual([]);
    expect(
      (await app.findAuditLines(topup)).filter((line) => line.includes('settled')),
    ).toHaveLength(1);
  });

  it('should credit a recent payment without an alert', async () => {
    const topup = await app.startTopup(3000);
    await app.setChargeOutcome(topup.reference);
    // Korapay's list is queried in whole seconds.
    app.clock.advance(MINUTE);
    expect(await run()).toMatchObject({ settled: 1, differences: [] });
    expect(await app.getPayment(topup)).toMatchObject({ naira: 3000 });
  });

  it('should report a payment that is paid at the provider and cannot be credited', async () => {
    const topup = await app.startTopup(3000);
    await app.setChargeOutcome(topup.reference);
    await overrideCharge(topup, { status: 'processing' });
    passGracePeriod();
    expect((await run()).differences).toMatchObject([
      { kind: 'not_credited', reference: topup.reference, ourStatus: 'pending' },
    ]);
    expect(await app.getPayment(topup)).toMatchObject({ booked: 0, naira: 0 });
    await expectOpenDifferences(1);
  });

  it('should repeat what was paid and not credited until it is resolved or acknowledged', async () => {
    const topup = await app.startTopup(3000);
    await app.setChargeOutcome(topup.reference);
    await overrideCharge(topup, { status: 'processing' });
    await app.sql(
      `INSERT INTO sandbox.charge (id, reference, amount_kobo, currency, merchant_bears_cost, customer,
         metadata, narration, secret_key, status)
       VALUES ('KPY-9', 'NOT-OURS', 100000, 'NGN', true, '{"email":"a@b.c"}', '{}', '', 'k', 'success')`,
    );
    passGracePeriod();
    const findKinds = async () => (await run()).differences.map(({ kind }) => kind).sort();
    expect(await findKinds()).toEqual(['not_credited', 'not_ours']);
    app.clock.advance(3 * DAY);
    expect(await findKinds()).toEqual(['not_credited', 'not_ours']);
    expect(await findKinds()).toEqual(['not_credited', 'not_ours']);
    await expectOpenDifferences(2);

    const acknowledge = (reference: string) =>
      app.callAsStaff('POST', 'payments/reconciliations/acknowledge', {
        kind: 'not_ours',
        reference,
        reason: WHY,
      });
    expect(await acknowledge('UNKNOWN')).toMatchObject({
      status: 409,
      body: { code: 'NOTHING_TO_ACKNOWLEDGE' },
    });
    const results = await Promise.all(Array.from({ length: 5 }, () => acknowledge('NOT-OURS')));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const { reconciliations } = await app
      .get(ReconciliationService)
      .list({ page: 1, perPage: 1 }, true);
    expect(
      reconciliations[0]!.differences.map(({ kind, acknowledgement, acknowledged_at }) => [
        kind,
        acknowledgement,
        acknowledged_at !== null,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['not_ours', WHY, true],
        ['not_credited', null, false],
      ]),
    );
    expect(await app.findAlerts()).toContain('payment_difference');
    expect(await findKinds()).toEqual(['not_credited']);

    await app.clearFaults();
    expect(await run()).toMatchObject({ settled: 1, differences: [] });
    expect(await app.getPayment(topup)).toMatchObject({ booked: 1, naira: 3000 });
    expect(await app.findAlerts()).toEqual([]);
  });

  it('should report a payment that cannot be settled and settle the others', async () => {
    const [odd, sound] = [await app.startTopup(3000), await app.startTopup(2000)];
    await app.setChargeOutcome(odd.reference);
    await app.setChargeOutcome(sound.reference);
    await app.sql(
      `ALTER TABLE payment ADD CONSTRAINT odd CHECK (id <> ${odd.paymentId} OR status = 'pending')`,
    );
    passGracePeriod();
    const found = await run();
    await app.sql('ALTER TABLE payment DROP CONSTRAINT odd');
    expect(found).toMatchObject({ complete: true, settled: 1 });
    expect(found.differences.map(({ kind, reference }) => [kind, reference])).toEqual(
      expect.arrayContaining([
        ['not_credited', odd.reference],
        ['settled_late', sound.reference],
      ]),
    );
    expect(await app.getPayment(odd)).toMatchObject({ status: 'pending', naira: 0 });
    expect(await app.getPayment(sound)).toMatchObject({ status: 'successful', naira: 2000 });
    expect(await app.findAlerts()).toContain('payment_difference');
    expect(await run()).toMatchObject({ settled: 1 });
  });

  it('should not touch a payment in review', async () => {
    const topup = await app.startTopup(3000);
    await app.setChargeOutcome(topup.reference);
    await overrideCharge(topup, { amount: '1.00' });
    passGracePeriod();
    expect((await run()).differences).toEqual([]);
    expect(await app.getPayment(topup)).toMatchObject({ status: 'review', naira: 0 });
  });

  it('should report a pay-in without a payment', async () => {
    await app.sql(
      `INSERT INTO sandbox.charge (id, reference, status, amount_kobo, paid_kobo, fee_kobo, currency,
         merchant_bears_cost, customer, metadata, narration, secret_key)
       VALUES ('KPY-X', 'NOT-OF-OURS', 'success', 70000, 70000, 0, 'NGN', true, '{"email":"a@b.c"}', '{}', '', 'k')`,
    );
    app.clock.advance(MINUTE);
    expect((await run()).differences).toEqual([
      {
        kind: 'not_ours',
        reference: 'NOT-OF-OURS',
        paymentId: null,
        ourStatus: null,
        ourAmount: null,
        theirStatus: 'success',
        theirAmount: '700.00',
      },
    ]);
    await run();
    await expectOpenDifferences(1);
    expect(
      await app.sql(
        `SELECT actor_name, target, details FROM audit_log WHERE action = 'payment.difference_found'`,
      ),
    ).toEqual([
      {
        actor_name: 'system',
        target: 'payments',
        details: 'Reconciliation of NOT-OF-OURS: not ours. Ours: unknown ; theirs: success 700.00',
      },
    ]);
  });

  it('should report a credit that is not paid at the provider until its chargeback', async () => {
    const topup = await app.createCredited(5000);
    await listed('failed', topup);
    passGracePeriod();
    expect((await run()).differences).toMatchObject([
      { kind: 'credited_not_paid', reference: topup.reference, theirStatus: 'failed' },
    ]);
    app.clock.advance(3 * DAY);
    const outside = await run();
    expect(outside).toMatchObject({ credited: 0, complete: true });
    expect(outside.differences).toMatchObject([{ kind: 'credited_not_paid' }]);
    await expectOpenDifferences(1);
    expect(await app.getPayment(topup)).toMatchObject({ naira: 5000, charged_back: 0 });
    expect(await app.findAlerts()).toEqual(['payment_difference']);
    await app.chargebacks.record(app.admin, topup.paymentId, { reason: WHY });
    expect((await run()).differences).toEqual([]);
    expect(await app.findAlerts()).toEqual([]);
  });

  it('should close a difference when the provider agrees', async () => {
    const topup = await app.createCredited(5000);
    await listed('failed', topup);
    passGracePeriod();
    expect((await run()).differences).toHaveLength(1);
    await listed('success', topup);
    expect((await run()).differences).toEqual([]);
  });

  it('should report a credit with another amount in the provider’s list', async () => {
    const topup = await app.createCredited(5000);
    await app.sql('UPDATE sandbox.charge SET amount_kobo = 400000 WHERE reference = $1', [
      topup.reference,
    ]);
    passGracePeriod();
    expect((await run()).differences).toMatchObject([
      { kind: 'amount_differs', ourAmount: '5000.00', theirAmount: '4000.00' },
    ]);
    expect(await app.getAuditDetails(topup, 'payment.difference_found')).toBe(
      `Reconciliation of ${topup.reference}: amount differs. ` +
        'Ours: successful 5000.00; theirs: success 4000.00',
    );
    app.clock.advance(3 * DAY);
    expect((await run()).differences).toMatchObject([{ kind: 'amount_differs' }]);
    await expectOpenDifferences(1);
  });

  it('should trust the charge over a list without it', async () => {
    await app.createCredited(5000);
    await app.injectFault({ route: 'pay-ins', times: 1, data: { data: [], has_more: false } });
    passGracePeriod();
    expect(await run()).toMatchObject({ complete: true, listed: 0, credited: 1, differences: [] });
  });

  it.each([
    ['paid', '3000.00'],
    ['asked', '3000.00'],
    ['paid', '9000.00'],
  ] as const)('should not compare a payment accepted as %s of %s', async (choice, amount_paid) => {
    const topup = await app.createInReview(5000, { amount_paid });
    await app.review.accept(app.admin, topup.paymentId, WHY, choice);
    await app.sql('UPDATE sandbox.charge SET amount_kobo = 400000 WHERE reference = $1', [
      topup.reference,
    ]);
    passGracePeriod();
    expect(await run()).toMatchObject({ complete: true, differences: [] });
  });

  it.each([
    ['answers 500', { status: 500, json: {} }],
    ['does not answer', { hangMs: 60_000 }],
    ['has no array', { data: { data: 'soon' } }],
    ['never ends', { data: { has_more: true, data: [{ reference: 'X' }] } }],
  ])(
    'should draw no conclusion from entries missing in a list that %s',
    async (_what, behaviour) => {
      const topup = await app.createCredited(5000);
      await listed('failed', topup);
      passGracePeriod();
      await app.injectFault({ route: 'pay-ins', times: 1, ...behaviour });
      const broken = await ('hangMs' in behaviour ? app.withShortTimeout(run) : run());
      expect(broken).toMatchObject({ complete: false, differences: [] });
      expect(broken.note).toEqual(expect.any(String));
      expect(await app.findAlerts()).toEqual([]);
      await app.sql(
        `UPDATE payment_reconciliation SET started_at = now() - interval '7 hours' WHERE NOT complete`,
      );
      expect(await app.findAlerts()).toEqual(['reconciliation_stuck']);
      expect((await run()).differences).toHaveLength(1);
    },
  );

  it('should be incomplete and keep open differences while a charge lookup gets no answer', async () => {
    const topup = await app.createCredited(5000);
    await listed('failed', topup);
    passGracePeriod();
    await run();
    app.clock.advance(3 * DAY);
    await app.injectFault({
      route: 'find',
      reference: topup.reference,
      times: 1,
      status: 503,
      json: {},
    });
    const unsure = await run();
    expect(unsure).toMatchObject({ complete: false, note: '1 charges without an answer' });
    expect(unsure.differences).toMatchObject([{ kind: 'credited_not_paid' }]);
  });

  it('should do nothing without a secret key', async () => {
    await app.sql(`DELETE FROM payment_reconciliation`);
    const { provider } = app.get(ReconciliationService) as unknown as {
      provider: { isConfigured(): Promise<boolean> };
    };
    const isConfigured = jest.spyOn(provider, 'isConfigured').mockResolvedValue(false);
    await app.runJob('payments.reconcile', {});
    isConfigured.mockRestore();
    expect(await app.sql('SELECT 1 FROM payment_reconciliation')).toEqual([]);
  });

  it('should list its runs for staff, newest first', async () => {
    await app.createCredited(5000);
    app.clock.advance(MINUTE);
    await app.runJob('payments.reconcile', {});
    await app.runJob('payments.reconcile', {});
    const answer = await app.callAsStaff('GET', 'payments/reconciliations?per_page=1');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          reconciliations: [{ id: 2, complete: true, listed: 1, differences: [], note: null }],
          pagination: { total: 2, last_page: 2 },
        },
      },
    });
  });
});
