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

  it('should show that it could not be loaded', async () => {
    api.on(GET, errorReply(500));
    renderAt(<AccountAddresses />);
    expect(await screen.findByText('Failed to load your allowed addresses')).toBeVisible();
  });
});
