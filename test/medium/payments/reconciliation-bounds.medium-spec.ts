import { DAY, HOUR, MINUTE, SECOND } from '../../../src/common/time/clock';
import { JobQueue } from '../../../src/queue/job-queue';
import { KorapayService } from '../../../src/payments/korapay/korapay.service';
import { ReconciliationService } from '../../../src/payments/reconciliation/reconciliation.service';
import { type Topup, usePaymentsTestApp } from './payments-test-app';

describe('ReconciliationService limits', () => {
  afterEach(() => jest.restoreAllMocks());
  // Each case compares every payment in the database, so each gets its own application.
  const app = usePaymentsTestApp({ per: 'case' });

  const run = async () => (await app.get(ReconciliationService).run())!;
  /** Moves the clock past the grace period for recent payments. */
  const passGracePeriod = () => app.clock.advance(2 * HOUR);
  const expectOpenDifferences = async (count: number) =>
    expect(
      await app.sql(`SELECT details FROM audit_log WHERE action = 'payment.difference_found'`),
    ).toHaveLength(count);
  const mark = (status: string, { reference }: Topup) =>
    app.sql('UPDATE sandbox.charge SET status = $1 WHERE reference = $2', [status, reference]);
  /** Replaces the provider's next list. */
  const list = (rows: [reference: string, status: string][]) =>
    app.injectFault({
      route: 'pay-ins',
      times: 1,
      data: {
        data: rows.map(([reference, status]) => ({ reference, status, amount: '700.00' })),
      },
    });

  it('should compare payments of the last two days except at the edges', async () => {
    for (const minutes of [14, 16, 46.5 * 60, 47.5 * 60])
      await app.sql(
        `UPDATE payment SET created_at = now() - $2 * interval '1 minute' WHERE id = $1`,
        [(await app.createCredited(1000)).paymentId, minutes],
      );
    expect(await run()).toMatchObject({ complete: true, credited: 2, differences: [] });
  });

  it('should run again soon while the provider does not answer, less and less often', async () => {
    const add = jest.spyOn(app.get(JobQueue), 'add').mockResolvedValue();
    const delays = () => add.mock.calls.map(([name, , options]) => [name, options?.delay]);
    for (let failed = 1; failed <= 2; failed += 1) {
      await app.injectFault({ route: 'pay-ins', times: 1, status: 500 });
      expect(await run()).toMatchObject({ complete: false });
    }
    expect(delays()).toEqual([
      ['payments.reconcile', 15 * SECOND],
      ['payments.reconcile', 30 * SECOND],
    ]);
    expect(await run()).toMatchObject({ complete: true });
    expect(add).toHaveBeenCalledTimes(2);
    await app.sql(
      `INSERT INTO payment_reconciliation (window_from, window_to, complete, listed, credited, settled, started_at, finished_at)
       SELECT now(), now(), false, 0, 0, 0, now(), now() FROM generate_series(1, 7)`,
    );
    await app.injectFault({ route: 'pay-ins', times: 1, status: 500 });
    await run();
    // From here on the hourly schedule repeats it.
    expect(add).toHaveBeenCalledTimes(2);
  });

  it.each([
    [14, []],
    [16, [{ kind: 'settled_late' }]],
  ])(
    'should give the regular settlement 15 minutes before an alert: %d minutes',
    async (minutes, differences) => {
      const topup = await app.startTopup(3000);
      await app.setChargeOutcome(topup.reference);
      app.clock.advance(minutes * MINUTE);
      expect(await run()).toMatchObject({ settled: 1, differences });
    },
  );

  it('should prefer a success among several list entries of a payment', async () => {
    await list([
      ['TWICE', 'failed'],
      ['TWICE', 'success'],
      ['NEVER', 'failed'],
    ]);
    expect(await run()).toMatchObject({ listed: 2, differences: [{ reference: 'TWICE' }] });
    await expectOpenDifferences(1);
    await list([
      ['TWICE', 'success'],
      ['AGAIN', 'success'],
      ['AGAIN', 'failed'],
    ]);
    expect(await run()).toMatchObject({
      listed: 2,
      differences: [{ reference: 'TWICE' }, { reference: 'AGAIN' }],
    });
    await expectOpenDifferences(2);
  });

  it('should give a recent payment its time also when the clock of the worker is ahead', async () => {
    const topup = await app.startTopup(3000);
    await app.setChargeOutcome(topup.reference);
    app.clock.advance(MINUTE);
    app.clock.skewProcess(HOUR);
    expect(await run()).toMatchObject({ settled: 1, differences: [] });
  });

  it('should read the whole list and store the first 500 differences', async () => {
    const topup = await app.startTopup(3000);
    await app.setChargeOutcome(topup.reference);
    const strange = Array.from({ length: 600 }, (_, index) => `STRANGE-${index}`);
    await list([...strange, topup.reference].map((reference) => [reference, 'success']));
    app.clock.advance(MINUTE);
    const found = await run();
    expect(found).toMatchObject({ complete: true, listed: 601, settled: 1 });
    expect(found.differences.map(({ reference }) => reference)).toEqual(strange.slice(0, 500));
    await expectOpenDifferences(500);
  });

  it.each([1000, 1001])('should read at most 1000 pages: %d', async (count) => {
    const pages = jest
      .spyOn(app.get(KorapayService), 'listPayIns')
      .mockImplementation((_from, _to, after) => {
        const page = Number(after ?? 0) + 1;
        const next = page < count ? String(page) : null;
        return Promise.resolve({ outcome: 'page', rows: [], next });
      });
    expect(await run()).toMatchObject(
      count === 1000
        ? { complete: true, note: null }
        : { complete: false, note: 'The list has more than 1000 pages' },
    );
    expect(pages).toHaveBeenCalledTimes(1000);
  });

  it('should look up at most 500 charges and be incomplete beyond that', async () => {
    await app.createCredited(1000);
    passGracePeriod();
    // The rows are private to the service: 503 real payments would take this case half a minute.
    const rows = app.get(ReconciliationService) as unknown as {
      findCreditedBetween(from: Date, to: Date): Promise<object[]>;
    };
    const [credit] = await rows.findCreditedBetween(new Date(0), app.clock.now());
    jest
      .spyOn(rows, 'findCreditedBetween')
      .mockResolvedValue(Array.from({ length: 503 }, () => credit!));
    const find = jest
      .spyOn(app.get(KorapayService), 'findCharge')
      .mockResolvedValue({ outcome: 'unknown', reason: 'busy' });
    await list([]);
    expect(await run()).toMatchObject({
      complete: false,
      credited: 503,
      differences: [],
      note: '503 charges without an answer',
    });
    expect(find).toHaveBeenCalledTimes(500);
  });

  it('should not look up charges that the list confirms', async () => {
    await app.createCredited(5000);
    passGracePeriod();
    const findCharge = jest.spyOn(app.get(KorapayService), 'findCharge');
    expect(await run()).toMatchObject({ listed: 1, credited: 1, differences: [] });
    expect(findCharge).not.toHaveBeenCalled();
  });

  it('should report a credit unknown to the provider once, in order of payment id', async () => {
    const topups = [await app.createCredited(5000), await app.createCredited(4000)];
    // Moves the first payment behind the second in the table and in the index on created_at.
    await app.sql(
      `UPDATE payment SET created_at = created_at + interval '1 minute' WHERE id = $1`,
      [topups[0]!.paymentId],
    );
    passGracePeriod();
    expect(await run()).toMatchObject({ complete: true, differences: [] });
    await app.sql('DELETE FROM sandbox.charge');
    const differences = topups.map(({ reference }) => ({
      kind: 'credited_not_paid',
      reference,
      theirStatus: null,
      theirAmount: null,
    }));
    for (let time = 0; time < 2; time += 1)
      expect(await run()).toMatchObject({ complete: true, differences });
    await expectOpenDifferences(2);
    expect(await app.getAuditDetails(topups[0]!, 'payment.difference_found')).toBe(
      `Reconciliation of ${topups[0]!.reference}: credited not paid. ` +
        'Ours: successful 5000.00; theirs: unknown ',
    );
  });

  it('should track a difference until it is resolved, also outside the compared period', async () => {
    const topup = await app.createCredited(5000);
    await mark('failed', topup);
    passGracePeriod();
    expect((await run()).differences).toMatchObject([{ theirStatus: 'failed' }]);
    app.clock.advance(3 * DAY);
    await mark('expired', topup);
    expect((await run()).differences).toMatchObject([{ theirStatus: 'expired' }]);
    await mark('success', topup);
    expect(await run()).toMatchObject({ credited: 0, complete: true, differences: [] });
  });

  it('should not look up differences that were resolved when reported', async () => {
    const topup = await app.startTopup(3000);
    await app.setChargeOutcome(topup.reference);
    passGracePeriod();
    expect((await run()).differences).toMatchObject([{ kind: 'settled_late' }]);
    app.clock.advance(3 * DAY);
    const findCharge = jest.spyOn(app.get(KorapayService), 'findCharge');
    expect(await run()).toMatchObject({ complete: true, differences: [] });
    expect(findCharge).not.toHaveBeenCalled();
  });

  it('should page its runs, newest first', async () => {
    await run();
    await run();
    for (const [page, id] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const route = `/api/v1/admin/payments/reconciliations?per_page=1&page=${page}`;
      expect(await app.call('GET', route, { user: app.admin.userId })).toMatchObject({
        body: { data: { reconciliations: [{ id }], pagination: { total: 2 } } },
      });
    }
  });
});
