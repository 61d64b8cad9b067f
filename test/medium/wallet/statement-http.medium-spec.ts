import { Money } from '../../../src/common/money/money';
import { dayOf } from '../../../src/common/time/calendar';
import { DatabaseClock } from '../../../src/database/database-clock';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { LedgerChainService } from '../../../src/wallet/ledger/ledger.service';
import { LedgerPeriodService } from '../../../src/wallet/ledger/ledger-period.service';
import { useCustomerApi, type Customer } from '../../support/customer-api';

jest.setTimeout(60_000);

interface Line {
  id: number;
  type: string;
  status: string;
  exact_amount: string;
  reference: string;
  has_receipt: boolean;
  reversals: object[];
  can_verify: boolean;
}
interface Page {
  transactions: Line[];
  pagination: Record<string, unknown>;
  opening_balance: string;
  closing_balance: string;
}

describe('Statement API', () => {
  const api = useCustomerApi();
  let ada: Customer;

  beforeEach(async () => {
    ada = await api.customer();
  });

  const get = async <T>(path: string, { token } = ada): Promise<T> => {
    const { status, body } = await api.call('GET', path, { token });
    expect([path, status]).toEqual([path, 200]);
    return body.data as unknown as T;
  };
  const references = async (query: string) =>
    (await get<Page>(`/payments/transactions?${query}`)).transactions.map((line) => line.reference);
  const debit = (over = {}) =>
    api.move(ada.id, {
      type: 'debit',
      purpose: 'purchase',
      amount: Money.naira(1600),
      description: 'Residential proxy, 1 GB, Ghana',
      paymentMethod: 'wallet',
      ...over,
    });
  const open = async (status: string, reference: string): Promise<number> => {
    const [row] = await api.sql<{ id: number }>(
      `INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description)
       VALUES ($1, $2, 'credit', 'topup', $3, 100000, 'Wallet top-up') RETURNING id`,
      [ada.id, reference, status],
    );
    return row!.id;
  };

  /** Dates a posted line back. */
  const backdate = (id: number, at: string) =>
    api.app.get(UnitOfWork).run(async () => {
      const manager = api.app.get(UnitOfWork).requireTransaction();
      await manager.query('SET LOCAL session_replication_role = replica');
      await manager.query('UPDATE wallet_transaction SET created_at = $2 WHERE id = $1', [id, at]);
      for (const [table, key] of [
        ['ledger_entry', 'transaction_id'],
        ['ledger_transaction', 'id'],
      ])
        await manager.query(
          `UPDATE ${table} SET created_at = $2 WHERE ${key} =
             (SELECT ledger_transaction_id FROM wallet_transaction WHERE id = $1)`,
          [id, at],
        );
    });

  it('should return all fields of a line', async () => {
    const id = await api.move(ada.id, { reference: `FIELDS-${ada.id}` });
    const { transactions } = await get<Page>('/payments/transactions');
    expect(transactions).toEqual([
      {
        id,
        reference: `FIELDS-${ada.id}`,
        description: 'Wallet top-up',
        type: 'credit',
        amount: 5000,
        exact_amount: '5000.00',
        currency: 'NGN',
        status: 'successful',
        payment_method: 'card',
        can_verify: false,
        review: null,
        reversals: [],
        has_receipt: true,
        can_invoice: false,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
        processed_at: expect.any(String) as string,
        batch_id: null,
        batch: null,
      },
    ]);
  });

  it('should name the refunds of a purchase', async () => {
    await api.move(ada.id);
    const purchase = await debit();
    const reversals = [];
    for (const naira of [300, 200]) {
      const refund = { purpose: 'refund', refundOf: purchase, amount: Money.naira(naira) } as const;
      const id = await api.move(ada.id, refund);
      reversals.push({ id, reference: expect.any(String), kind: 'refund', amount: naira });
    }
    const { transactions } = await get<Page>('/payments/transactions');
    expect(transactions.map((line) => line.reversals)).toEqual([[], [], reversals, []]);
    const { recent_activity: recent } = await get<{ recent_activity: object[] }>(
      '/dashboard/recent-activity',
    );
    expect(recent[2]).toMatchObject({ id: purchase, reversals });
  });

  it('should set has_receipt exactly where the receipt endpoint answers 200', async () => {
    const lines = {
      topUp: await api.move(ada.id),
      purchase: await debit(),
      refund: await api.move(ada.id, { purpose: 'refund' }),
      funding: await api.move(ada.id, { purpose: 'funding' }),
      pending: await open('pending', `P-${ada.id}`),
      failed: await open('failed', `F-${ada.id}`),
    };
    const { transactions } = await get<Page>('/payments/transactions');
    const linesById = new Map(transactions.map((line) => [line.id, line]));
    const promised = Object.entries(lines).filter(([, id]) => linesById.get(id)?.has_receipt);
    expect(promised.map(([name]) => name)).toEqual(['topUp', 'purchase', 'refund']);
    for (const id of Object.values(lines)) {
      const { status } = await api.call('GET', `/payments/transactions/${id}/receipt`, {
        token: ada.token,
      });
      expect([id, status]).toEqual([id, linesById.get(id)?.has_receipt ? 200 : 404]);
    }
    const waiting = transactions.filter((line) => line.can_verify).map(({ id }) => id);
    expect(waiting).toEqual([lines.pending]);
  });

  it('should return pages of 15 by default, newest first, at both URLs', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 17; n += 1) ids.unshift(await api.move(ada.id));
    const first = await get<Page>('/payments/transactions');
    expect(first.transactions.map(({ id }) => id)).toEqual(ids.slice(0, 15));
    expect(first.pagination).toEqual({
      total: 17,
      current_page: 1,
      per_page: 15,
      last_page: 2,
      from: 1,
      to: 15,
      has_previous_page: false,
      has_next_page: true,
    });
    const third = await get<Page>('/payments/transactions?page=3&per_page=6');
    expect(third.transactions.map(({ id }) => id)).toEqual(ids.slice(12));
    expect(third.pagination).toMatchObject({ from: 13, to: 17, has_next_page: false });
    expect(await get<Page>('/transactions?page=3&per_page=6')).toEqual(third);
  });

  /** Reads every page. @returns the balances, and the opening balance with the posted lines added. */
  async function addUp(query: string) {
    const pages = [await get<Page>(`/payments/transactions?per_page=4&${query}`)];
    const last = Number(pages[0]!.pagination.last_page);
    for (let page = 2; page <= last; page += 1)
      pages.push(await get<Page>(`/payments/transactions?per_page=4&page=${page}&${query}`));
    const balances = pages.map((page) => [page.opening_balance, page.closing_balance]);
    expect(new Set(balances.map(String)).size).toBe(1);
    const [opening, closing] = balances[0]!;
    const kobo = pages
      .flatMap(({ transactions }) => transactions)
      .filter(({ status }) => status === 'successful' || status === 'refunded')
      .map((line) => toKobo(line.exact_amount) * (line.type === 'credit' ? 1 : -1));
    return { opening, closing, sum: kobo.reduce((sum, one) => sum + one, toKobo(opening!)) };
  }
  const toKobo = (naira: string): number => Number(naira.replace('.', ''));

  it('should return balances that the lines of the period add up to, over all pages', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 9; n += 1) ids.push(await api.move(ada.id));
    for (const [n, id] of ids.entries())
      await backdate(id, `2026-0${1 + Math.floor(n / 3)}-${10 + n}T12:00:00Z`);
    await debit({ amount: Money.kobo(123_450n) });
    await open('pending', `PENDING-${ada.id}`);
    await open('failed', `FAILED-${ada.id}`);
    const periods = [
      ['', '0.00', '43765.50'],
      ['from=2026-02-01&to=2026-02-28', '15000.00', '30000.00'],
      ['from=2026-03-17', '35000.00', '43765.50'],
      ['to=2026-01-31', '0.00', '15000.00'],
      ['from=2020-01-01&to=2020-12-31', '0.00', '0.00'],
    ];
    const assertPeriods = async () => {
      for (const [query, opening, closing] of periods)
        expect([query, await addUp(query!)]).toEqual([
          query,
          { opening, closing, sum: toKobo(closing!) },
        ]);
    };
    await assertPeriods();
    const uow = api.app.get(UnitOfWork);
    await new LedgerChainService(uow).extend();
    expect(await new LedgerPeriodService(uow, new DatabaseClock(uow)).closeDue()).toContain(
      '2026-01',
    );
    await assertPeriods();
    // Balances belong to the period, not to what a filter leaves of it.
    expect(await get<Page>('/payments/transactions?from=2026-02-01&search=none')).toMatchObject({
      transactions: [],
      opening_balance: '15000.00',
      closing_balance: '43765.50',
    });
  });

  it('should return lines and balances of one moment while money moves', async () => {
    const today = dayOf(new Date());
    const moves = (async () => {
      for (let n = 0; n < 30; n += 1) await api.move(ada.id);
    })();
    for (let n = 0; n < 30; n += 1) {
      const page = await get<Page>(
        `/payments/transactions?per_page=100${n % 2 ? `&from=${today}` : ''}`,
      );
      const sum = page.transactions.reduce((kobo, line) => kobo + toKobo(line.exact_amount), 0);
      expect(toKobo(page.closing_balance) - toKobo(page.opening_balance)).toBe(sum);
    }
    await moves;
  });

  it.each([
    ['from=2026-03-02&to=2026-03-01', 'to'],
    ['from=2026-02-30', 'from'],
    ['to=tomorrow', 'to'],
  ])('should refuse the period %s', async (query, field) => {
    const { status, body } = await api.call('GET', `/payments/transactions?${query}`, {
      token: ada.token,
    });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('should filter by reference, description, type and status', async () => {
    await api.move(ada.id, { reference: `TOPUP-${ada.id}` });
    await debit({ reference: `BUY-${ada.id}` });
    await open('pending', `OPEN-${ada.id}`);
    await open('failed', `LOST-${ada.id}`);
    expect(await references(`search=open-${ada.id}`)).toEqual([`OPEN-${ada.id}`]);
    expect(await references('search=ghana')).toEqual([`BUY-${ada.id}`]);
    expect(await references('search=debit')).toEqual([`BUY-${ada.id}`]);
    expect(await references('search=%25')).toEqual([]);
    expect(await references('status=pending')).toEqual([`OPEN-${ada.id}`]);
    expect(await references('status=failed')).toEqual([`LOST-${ada.id}`]);
    expect(await references('status=all')).toEqual(await references('status='));
    expect(await references('status=all')).toHaveLength(4);
    for (const status of ['successful', 'completed'])
      expect(await references(`status=${status}`)).toEqual([`BUY-${ada.id}`, `TOPUP-${ada.id}`]);
  });

  it('should return the six newest lines or the requested number', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 8; n += 1) ids.unshift(await api.move(ada.id));
    const recent = async (query: string) =>
      (await get<Page>(`/payments/transactions/recent${query}`)).transactions.map(({ id }) => id);
    expect(await recent('')).toEqual(ids.slice(0, 6));
    expect(await recent('?limit=5')).toEqual(ids.slice(0, 5));
  });

  it('should sum up the current month by default', async () => {
    await api.move(ada.id, { amount: Money.naira(10_000) });
    await debit();
    await open('failed', `LOST-${ada.id}`);
    await open('cancelled', `CANCELLED-${ada.id}`);
    const stats = {
      this_month_spending: 1600,
      total_top_ups: 10_000,
      success_rate: 66.7,
      finished_transactions: 3,
      average_monthly_spending: 1600,
      symbol: '₦',
    };
    expect(await get('/payments/stats')).toEqual(stats);
    expect(await get('/payments/stats?month=1&year=2020')).toEqual({
      ...stats,
      this_month_spending: 0,
    });
    expect(await get('/wallet')).toEqual({
      balance: 8400,
      currency: 'NGN',
      symbol: '₦',
      owed: 0,
      this_month: 1600,
      total_top_ups: 10_000,
      average_monthly: 1600,
      spending_limits: null,
    });
    expect(await get('/wallet/balance')).toEqual({ balance: 8400, currency: 'NGN', symbol: '₦' });
  });

  it('should be readable only by its owner', async () => {
    await api.move(ada.id);
    const eve = await api.customer('Eve');
    for (const path of ['/payments/transactions', '/transactions', '/payments/transactions/recent'])
      expect((await get<Page>(path, eve)).transactions).toEqual([]);
  });
});
