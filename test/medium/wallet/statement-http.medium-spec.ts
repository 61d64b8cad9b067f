import { Money } from '../../../src/common/money/money';
import { openCustomerApi, type Customer, type CustomerApi } from '../../support/customer-api';

jest.setTimeout(60_000);

interface Line {
  id: number;
  reference: string;
  has_receipt: boolean;
  can_verify: boolean;
}
interface Page {
  transactions: Line[];
  pagination: Record<string, unknown>;
}

describe('Statement API', () => {
  let api: CustomerApi;
  let ada: Customer;

  beforeAll(async () => {
    api = await openCustomerApi();
  });
  beforeEach(async () => {
    ada = await api.customer();
  });
  afterAll(() => api.close());

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

  // spec: C3.8
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
        currency: 'NGN',
        status: 'successful',
        payment_method: 'card',
        can_verify: false,
        has_receipt: true,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
        processed_at: expect.any(String) as string,
      },
    ]);
  });

  // spec: C3.10, C4.10
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

  // spec: C3.14, C7.15, C7.23, C9.4
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

  // spec: C2.45, C2.46, C3.9
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
    for (const status of ['successful', 'completed'])
      expect(await references(`status=${status}`)).toEqual([`BUY-${ada.id}`, `TOPUP-${ada.id}`]);
  });

  // spec: C7.22, C9.3
  it('should return the six newest lines or the requested number', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 8; n += 1) ids.unshift(await api.move(ada.id));
    const recent = async (query: string) =>
      (await get<Page>(`/payments/transactions/recent${query}`)).transactions.map(({ id }) => id);
    expect(await recent('')).toEqual(ids.slice(0, 6));
    expect(await recent('?limit=5')).toEqual(ids.slice(0, 5));
  });

  // spec: C2.54, C3.13, C3.26, C7.14, C7.24
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
    });
    expect(await get('/wallet/balance')).toEqual({ balance: 8400, currency: 'NGN', symbol: '₦' });
  });

  // spec: C6.6
  it('should be readable only by its owner', async () => {
    await api.move(ada.id);
    const eve = await api.customer('Eve');
    for (const path of ['/payments/transactions', '/transactions', '/payments/transactions/recent'])
      expect((await get<Page>(path, eve)).transactions).toEqual([]);
  });
});
