import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiServer } from '@/testing/api-server';
import { resetMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { AccountAddresses } from './account-addresses';

const GET = 'GET /user/allowed-addresses';
const PUT = 'PUT /user/allowed-addresses';

describe('the allowed addresses of the account', () => {
  let api: ApiServer;
  const lists = (...addresses: string[]) => ({
    ...{ enabled: true, limit: 20, current_address: null, proxies: [] },
    account: addresses.map((address) => ({ address, created_at: '2026-11-01T08:00:00Z' })),
  });

  beforeAll(async () => {
    api = await ApiServer.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.reset());
  afterEach(() => resetMessages());

  // spec: G8.7
  it('should add to the list of all proxies', async () => {
    let stored: string[] = [];
    api.on(GET, () => ok(lists(...stored)));
    api.on(PUT, ({ body }) => {
      stored = (body as { addresses: string[] }).addresses;
      return ok(lists(...stored));
    });
    renderAt(<AccountAddresses />);
    expect(await screen.findByText(/No address is allowed for all your proxies/)).toBeVisible();
    await userEvent.type(screen.getByLabelText('IP address'), '203.0.113.7');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
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
    await userEvent.click(input);
    await userEvent.paste('\u200f203.0.\u200b113.７');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('This address is in the list already')).toBeVisible();
    await userEvent.clear(input);
    await userEvent.paste('\u202a٢٠٣.0.113\u200b.8\u202c');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(api.calls(PUT)[0]?.body).toMatchObject({ addresses: ['203.0.113.7', '203.0.113.8'] }),
    );
  });

  it('should show that it could not be loaded', async () => {
    api.on(GET, errorReply(500));
    renderAt(<AccountAddresses />);
    expect(await screen.findByText('Failed to load your allowed addresses')).toBeVisible();
  });
});
