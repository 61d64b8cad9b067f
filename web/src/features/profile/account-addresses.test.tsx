import { screen, waitFor } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { AccountAddresses } from './security-tab';

const GET = 'GET /user/allowed-addresses';
const PUT = 'PUT /user/allowed-addresses';

describe('the allowed addresses of the account', () => {
  const api = serveApi();
  const listed = (address: string, more: object = {}) => ({
    ...{ address, created_at: '2026-11-01T08:00:00Z', state: 'active', last_used_at: null },
    ...more,
  });
  const lists = (...addresses: string[]) => ({
    ...{ enabled: true, limit: 20, current_address: null, proxies: [] },
    account: addresses.map((address) => listed(address)),
  });

  it('should add to the list of all proxies', async () => {
    let stored: string[] = [];
    api.on(GET, () => ok(lists(...stored)));
    api.on(PUT, ({ body }) => {
      stored = (body as { addresses: string[] }).addresses;
      return ok(lists(...stored));
    });
    renderAt(<AccountAddresses />);
    expect(await screen.findByText(/No address is allowed for all your proxies/)).toBeVisible();
    await person.type(screen.getByLabelText('IP address'), '203.0.113.7');
    await person.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByRole('listitem')).toHaveTextContent(/^203\.0\.113\.7/);
    expect(screen.getByText('1 of 20')).toBeVisible();
    await waitFor(() =>
      expect(api.calls(PUT).map(({ body }) => body)).toEqual([
        { addresses: ['203.0.113.7'], proxy_id: null },
      ]),
    );
  });

  it('should read an address whatever surrounds it and in whichever digits', async () => {
    api.on(GET, ok(lists('203.0.113.7')));
    api.on(PUT, ok(lists('203.0.113.7', '203.0.113.8')));
    renderAt(<AccountAddresses />);
    const input = await screen.findByLabelText('IP address');
    await person.click(input);
    await person.paste('\u200f203.0.\u200b113.７');
    await person.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('This address is in the list already')).toBeVisible();
    await person.clear(input);
    await person.paste('\u202a٢٠٣.0.113\u200b.8\u202c');
    await person.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(api.calls(PUT)[0]?.body).toMatchObject({ addresses: ['203.0.113.7', '203.0.113.8'] }),
    );
  });

  it('should say how to prove a pending address with any proxy, and that a taken one is not free', async () => {
    const [pending, taken] = ['203.0.113.8', '203.0.113.9'];
    api.on(GET, () =>
      ok({
        ...lists(),
        account: [
          listed('203.0.113.7', { last_used_at: new Date().toISOString() }),
          listed(pending, { state: 'pending' }),
          listed(taken, { state: 'taken' }),
        ],
      }),
    );
    const proxy = {
      status: 'active',
      host: 'gate.test',
      port: 3128,
      username: 'u1',
      password: "p'w",
    };
    const pagination = { page: 1, per_page: 1, total: 1, last_page: 1 };
    api.on('GET /user/proxies', () => ok({ proxies: [proxy], pagination }));
    renderAt(<AccountAddresses />);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^203\.0\.113\.7Active.*last used/),
      expect.stringMatching(/^203\.0\.113\.8Pending/),
      expect.stringMatching(/^203\.0\.113\.9Takenanother customer uses it/),
    ]);
    expect(await screen.findByLabelText('Run this on the server with the address')).toHaveValue(
      `curl -x 'http://u1:p'\\''w@gate.test:3128' 'https://api.ipify.org'`,
    );
    expect(screen.getByText(/one customer at a time/)).toBeVisible();
    expect(api.calls('GET /user/proxies').at(-1)?.query.get('status')).toBe('active');
  });

  it('should say that a proof needs a proxy', async () => {
    api.on(GET, () => ok({ ...lists(), account: [listed('203.0.113.8', { state: 'pending' })] }));
    const pagination = { page: 1, per_page: 1, total: 0, last_page: 1 };
    api.on('GET /user/proxies', () => ok({ proxies: [], pagination }));
    renderAt(<AccountAddresses />);
    expect(await screen.findByText(/You have no active proxy/)).toBeVisible();
    expect(screen.queryByLabelText(/Run this/)).not.toBeInTheDocument();
  });

  it('should not say that there is no proxy when that could not be loaded', async () => {
    api.on(GET, () => ok({ ...lists(), account: [listed('203.0.113.8', { state: 'pending' })] }));
    api.on('GET /user/proxies', errorReply(500));
    renderAt(<AccountAddresses />);
    expect(await screen.findByText(/needs one request with a password/)).toBeVisible();
    await waitFor(() => expect(api.calls('GET /user/proxies')).not.toHaveLength(0));
    await expect(screen.findByText(/You have no active proxy/)).rejects.toThrow();
  });

  it('should show that it could not be loaded', async () => {
    api.on(GET, errorReply(500));
    renderAt(<AccountAddresses />);
    expect(await screen.findByText('Failed to load your allowed addresses')).toBeVisible();
  });
});
