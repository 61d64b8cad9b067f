import { Clock } from '../../../src/common/time/clock';
import { useCustomerApi, type Customer } from '../../support/customer-api';
import { addProxy } from './bought-proxy';

describe('Daily usage API', () => {
  const api = useCustomerApi();
  let ada: Customer;
  let proxyId: number;

  beforeAll(async () => {
    // A quarter past midnight in Lagos, still the day before in UTC.
    jest.spyOn(api.app.get(Clock), 'now').mockReturnValue(new Date('2026-03-09T23:15:00Z'));
    ada = await api.customer();
    ({ proxyId } = await addProxy(api, ada));
  });

  const usage = (id: number | string, query = '', { token } = ada) =>
    api.call('GET', `/user/proxies/${id}/usage${query}`, { token });

  it('should return an entry per day in Nigerian time, today last', async () => {
    await api.sql(
      `INSERT INTO usage_hour (proxy_id, hour, bytes_up, bytes_down, requests) VALUES
         ($1, '2026-03-07T22:00:00Z', 1, 10, 1), ($1, '2026-03-07T23:00:00Z', 2, 20, 2),
         ($1, '2026-03-08T12:00:00Z', 3, 30, 3), ($1, '2026-03-09T23:00:00Z', 4, 9000000000, 4),
         ($1, '2026-03-06T22:00:00Z', 100, 100, 100)`,
      [proxyId],
    );
    const { status, body } = await usage(proxyId, '?days=4');
    expect([status, body.data]).toEqual([
      200,
      [
        { date: '2026-03-07', bytes_up: 1, bytes_down: 10, requests: 1 },
        { date: '2026-03-08', bytes_up: 5, bytes_down: 50, requests: 5 },
        { date: '2026-03-09', bytes_up: 0, bytes_down: 0, requests: 0 },
        { date: '2026-03-10', bytes_up: 4, bytes_down: 9_000_000_000, requests: 4 },
      ],
    ]);
  });

  it('should default to thirty days', async () => {
    const { body } = await usage(proxyId);
    const days = body.data as unknown as { date: string }[];
    expect(days.map(({ date }) => date).filter((_, index) => index % 29 === 0)).toEqual([
      '2026-02-09',
      '2026-03-10',
    ]);
  });

  it.each(['0', '91', '1.5', 'all'])('should refuse %s days', async (days) => {
    expect((await usage(proxyId, `?days=${days}`)).status).toBe(422);
  });

  it('should answer 404 for the proxy of another customer', async () => {
    const eve = await api.customer();
    for (const [id, who] of [
      [proxyId, eve],
      [proxyId + 1000, ada],
      [0, ada],
      [999_999_999_999, ada],
    ] as const)
      expect((await usage(id, '', who)).status).toBe(404);
  });
});
