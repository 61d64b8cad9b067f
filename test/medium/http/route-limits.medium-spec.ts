import { useCustomerApi, type Customer } from '../../support/customer-api';

describe('Limits of costly routes', () => {
  const api = useCustomerApi();
  let ada: Customer;
  let bola: Customer;

  beforeEach(async () => {
    ada = await api.customer();
    bola = await api.customer();
  });

  const quote = ({ token }: Customer) =>
    api.call('POST', '/user/coupons/quote', { token, body: { coupon: 'GUESS', amount: 5000 } });
  const topUp = ({ token }: Customer, coupon?: string) =>
    api.call('POST', '/payments/initialize-topup', {
      token,
      body: { amount: 5000, reference: 'short', callback_url: '/', coupon },
    });
  const times = async (count: number, call: () => Promise<{ status: number }>) => {
    const statuses = [];
    for (let n = 0; n < count; n++) statuses.push((await call()).status);
    return statuses;
  };

  it('should count guesses at coupons in both calls that take one', async () => {
    const guesses = [
      ...(await times(30, () => quote(ada))),
      ...(await times(30, () => topUp(ada, 'GUESS'))),
    ];
    expect(new Set(guesses)).toEqual(new Set([422]));
    expect((await quote(ada)).status).toBe(429);
    const { status, headers } = await topUp(ada, 'GUESS');
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(60);
    expect((await topUp(ada)).status).toBe(422);
  });

  it('should leave others behind the same address their own limit', async () => {
    const exportData = ({ token }: Customer) => api.call('GET', '/user/export', { token });
    expect(new Set(await times(20, () => exportData(ada)))).toEqual(new Set([200]));
    expect((await exportData(ada)).status).toBe(429);
    expect((await exportData(bola)).status).toBe(200);
  });
});
