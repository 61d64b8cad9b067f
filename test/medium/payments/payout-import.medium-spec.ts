import { DAY, SECOND } from '../../../src/common/time/clock';
import { KorapayService } from '../../../src/payments/korapay/korapay.service';
import { PayoutImportService } from '../../../src/payments/payouts/payout-import.service';
import { JobQueue } from '../../../src/queue/job-queue';
import { usePaymentsTestApp } from './payments-test-app';

describe('PayoutImportService', () => {
  const app = usePaymentsTestApp({ per: 'case' });
  const imports = () => app.get(PayoutImportService);
  afterEach(() => jest.restoreAllMocks());

  const payOut = async () => {
    await app.createCredited(5000);
    const { status, body } = await app.call('POST', '/sandbox/korapay/control/payouts');
    expect(status).toBe(201);
    return (body as { reference: string }).reference;
  };
  /** Imports the list. @returns how many days ago the list that was asked for begins. */
  const runAndFindStart = async () => {
    const list = jest.spyOn(app.get(KorapayService), 'listPayouts');
    await imports().run();
    const [from, to] = list.mock.calls[0]!;
    list.mockRestore();
    return from.getTime() === 0
      ? 'the beginning'
      : Math.round((to.getTime() - from.getTime()) / DAY);
  };
  const age = (table: string, column: string, days: number) =>
    app.sql(`UPDATE ${table} SET ${column} = ${column} - $1 * interval '1 day'`, [days]);
  const findImports = () =>
    app.sql(`SELECT source, complete, note, imported_by FROM payment_payout_import ORDER BY id`);
  const row = (reference: string, more: object = {}) => ({
    ...{ pointer: reference, reference, status: 'success', amount: '4925.00', fee: '0.00' },
    ...{
      currency: 'NGN',
      date_created: '2026-01-31T10:00:00Z',
      date_completed: '2026-01-31T10:00:00Z',
    },
    ...more,
  });

  it('should ask for all of the history first, then from a week before the last complete import', async () => {
    await app.injectFault({ route: 'payouts', times: 1, status: 503, json: {} });
    expect(await runAndFindStart()).toBe('the beginning');
    expect(await runAndFindStart()).toBe('the beginning');
    expect(await runAndFindStart()).toBe(7);
    await age('payment_payout_import', 'started_at', 10);
    await app.injectFault({ route: 'payouts', times: 1, status: 503, json: {} });
    expect(await runAndFindStart()).toBe(17);
    expect(await runAndFindStart()).toBe(17);
    expect(await runAndFindStart()).toBe(7);
  });

  it('should repeat an incomplete import soon, then less often, and not while the schedule repeats it', async () => {
    const add = jest.spyOn(app.get(JobQueue), 'add');
    await app.injectFault({ route: 'payouts', times: 6, status: 503, json: {} });
    for (let failures = 0; failures < 6; failures++) await imports().run();
    await imports().run();
    const repeats = add.mock.calls.filter(([name]) => name === 'payments.import-payouts');
    expect(repeats.map(([, , options]) => options?.delay)).toEqual(
      [15, 30, 60, 120, 240].map((seconds) => seconds * SECOND),
    );
  });

  it('should ask again for a payout whose items are missing, for a month', async () => {
    await payOut();
    await app.injectFault({ route: 'payout-items', status: 404, json: {} });
    await imports().run();
    await age('payment_payout', 'paid_at', 20);
    expect(await runAndFindStart()).toBe(21);
    await age('payment_payout', 'paid_at', 20);
    expect(await runAndFindStart()).toBe(30);
    await app.sql('UPDATE payment_payout SET items_imported_at = now()');
    expect(await runAndFindStart()).toBe(7);
  });

  it('should read every page, and only what is paid out', async () => {
    await payOut();
    const pending = row('KPY-PO-pending', { status: 'processing' });
    const data = { has_more: true, data: [pending] };
    await app.injectFault({ route: 'payouts', times: 1, data });
    expect(await imports().run()).toMatchObject({
      complete: true,
      note: null,
      counts: { listed: 2, imported: 1, matchedItems: 1, unmatchedItems: 0 },
    });
  });

  it.each([
    ['without an amount', row('KPY-PO-odd', { amount: 'many' })],
    ['without a fee', row('KPY-PO-odd', { fee: 'many' })],
    ['of nothing', row('KPY-PO-odd', { amount: '0.00' })],
    ['without a time', row('KPY-PO-odd', { date_created: 'soon', date_completed: 'soon' })],
    [
      'of another age',
      row('KPY-PO-odd', { date_created: '9999-01-01', date_completed: '9999-01-01' }),
    ],
  ])('should stop at a payout %s, and say at which', async (_what, odd) => {
    await app.injectFault({ route: 'payouts', times: 1, data: { has_more: false, data: [odd] } });
    expect(await imports().run()).toMatchObject({ complete: false, counts: { imported: 0 } });
    expect(await findImports()).toMatchObject([
      { source: 'api', complete: false, note: expect.stringContaining('KPY-PO-odd') as string },
    ]);
  });

  it('should record each import of a file, and in the audit trail what each payout brought', async () => {
    const reference = await payOut();
    await imports().run();
    const [payout] = await app.sql<{ id: string }>('SELECT id FROM payment_payout');
    expect(
      await app.sql(
        `SELECT target, details FROM audit_log WHERE action = 'payment.payout_imported'`,
      ),
    ).toEqual([
      {
        target: `payout:${payout!.id}`,
        details: `Payout ${reference} of ₦4,925 was imported (api): 1 items matched, 0 not`,
      },
    ]);
    const header = 'Settlement Reference,Settlement Date,Transaction Reference,Type,Amount,Fee';
    await imports().importFile(app.admin, `${header}\nPO-1,2026-01-31,A-1,charge,100,1`);
    await imports().importFile(app.admin, `${header}\nPO-2,2026-01-31,A-2,charge,many,1`);
    const importedBy = app.admin.userId;
    expect(await findImports()).toEqual([
      { source: 'api', complete: true, note: null, imported_by: null },
      { source: 'file', complete: true, note: null, imported_by: importedBy },
      {
        source: 'file',
        complete: false,
        note: '1 lines were not readable',
        imported_by: importedBy,
      },
    ]);
    await age('payment_payout_import', 'started_at', 31);
    await imports().run();
    expect((await findImports()).map(({ source }) => source)).toEqual(['file', 'file', 'api']);
  });

  it('should ask nobody without a provider', async () => {
    jest.spyOn(app.get(KorapayService), 'isConfigured').mockResolvedValue(false);
    expect(await imports().run()).toBeNull();
    expect(await findImports()).toEqual([]);
  });
});
