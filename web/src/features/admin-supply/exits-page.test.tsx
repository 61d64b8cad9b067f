import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setUpApi } from '@/testing/api-server';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, pagination } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import type { Exit } from './exits';
import ExitsPage from './exits-page';

const LIST = 'GET /admin/supply/exits';
const GATEWAYS = 'GET /admin/supply/gateways';

const exit = (over: Partial<Exit> = {}): Exit => ({
  id: 12,
  kind: 'datacenter',
  country: 'de',
  country_name: 'Germany',
  region: null,
  city: 'Frankfurt',
  isp: null,
  local_address: '203.0.113.10',
  upstream: null,
  is_upstream: false,
  gateway_group: 'eu',
  weight: 3,
  enabled: true,
  selling: true,
  simulated: false,
  status: 'in_service',
  down_since: null,
  down_reason: null,
  gateways: ['frankfurt-1', 'frankfurt-2'],
  addresses: { total: 16, sold: 5, customers: 3, not_served: 2 },
  created_at: '2026-11-18T09:00:00Z',
  ...over,
});

const gateway = (over: object = {}) => ({
  id: 'frankfurt-1',
  region: 'eu',
  machine: 'node-7',
  public_host: 'eu.example.com',
  http_port: 3128,
  socks5_port: 1080,
  https_port: 3443,
  version: '1.4.0',
  status: 'live',
  started_at: '2026-11-18T09:00:00Z',
  heartbeat_at: '2026-11-18T09:00:00Z',
  addresses: 14,
  exits: 1,
  ...over,
});

const page = (exits: Exit[], total = exits.length) =>
  ok({
    exits,
    counts: { in_service: 41, not_selling: 3, not_served: 2, disabled: 1 },
    pagination: pagination(exits.length, { perPage: 15, total }),
  });

describe('ExitsPage', () => {
  const api = setUpApi(() => signInAs('admin'));
  mockWideViewport();

  beforeEach(() => {
    api.on(
      LIST,
      page([exit(), exit({ id: 13, status: 'not_served', gateways: [], gateway_group: null })]),
    );
    api.on(GATEWAYS, ok({ gateways: [gateway(), gateway({ id: 'old', status: 'silent' })] }));
  });

  const open = async (user: ReturnType<typeof userEvent.setup>) => {
    renderAt(<ExitsPage />, '/admin/exits');
    await user.click(await screen.findByRole('button', { name: 'Change exit 12' }));
    return screen.findByRole('dialog');
  };

  it('should show the exits with what serves them, and the gateways', async () => {
    signInAs('sub-admin');
    renderAt(<ExitsPage />, '/admin/exits');
    const exits = await screen.findByRole('table', { name: 'Exits' });
    const [served, notServed] = within(exits).getAllByRole('row').slice(1);
    expect(within(served!).getByText('frankfurt-1, frankfurt-2')).toBeVisible();
    expect(within(served!).getByText('Only eu')).toBeVisible();
    expect(within(served!).getByText('5 of 16 sold to 3 customers, 2 not served')).toBeVisible();
    expect(within(served!).getByText('In service')).toBeVisible();
    expect(within(notServed!).getByText('Not served')).toBeVisible();
    expect(screen.getByText('41, 3 not sold')).toBeVisible();
    expect(await screen.findByText('1 of 2')).toBeVisible();
    const gateways = await screen.findByRole('table', { name: 'Gateways' });
    expect(within(gateways).getAllByText('HTTP 3128, SOCKS5 1080, HTTPS 3443')).toHaveLength(2);
    expect(within(gateways).getByText('Silent')).toBeVisible();
    expect(screen.queryByRole('button', { name: /change/i })).toBeNull();
  });

  it('should warn before sold addresses stop working, and save', async () => {
    const user = userEvent.setup({ delay: null });
    const dialog = await open(user);
    expect(within(dialog).queryByRole('alert')).toBeNull();
    await user.click(within(dialog).getByRole('switch', { name: 'Enabled' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      '5 sold addresses stop working',
    );
    const weight = within(dialog).getByRole('spinbutton', { name: 'Weight' });
    await user.clear(weight);
    await user.type(weight, '0');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(
      await within(dialog).findByText('Weight must be a whole number from 1 to 1000'),
    ).toBeVisible();
    await user.clear(weight);
    await user.type(weight, '7');
    api.on('PUT /admin/supply/exits/12', {
      body: { success: true, message: 'The exit is changed.', data: { exit: exit() } },
    });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(openedMessages()).toContain('The exit is changed.'));
    expect(api.calls('PUT /admin/supply/exits/12')[0]?.body).toEqual({
      enabled: false,
      selling: true,
      weight: 7,
    });
  });

  it('should stop selling on the chosen exits', async () => {
    const user = userEvent.setup({ delay: null });
    api.on('PUT /admin/supply/exits', ok({}, 'Nothing new is sold on these exits.'));
    renderAt(<ExitsPage />, '/admin/exits');
    for (const id of [12, 13])
      await user.click(await screen.findByRole('checkbox', { name: `Choose exit ${id}` }));
    const chosen = within(screen.getByRole('group', { name: 'Chosen exits' }));
    expect(chosen.getByText('2 chosen')).toBeVisible();
    await user.click(chosen.getByRole('button', { name: 'Stop selling, keep serving' }));
    await waitFor(() => expect(openedMessages()).toContain('Nothing new is sold on these exits.'));
    expect(api.calls('PUT /admin/supply/exits')[0]?.body).toEqual({
      ids: [12, 13],
      selling: false,
    });
    expect(screen.queryByRole('group', { name: 'Chosen exits' })).toBeNull();
  });

  it('should show who would be moved where, and move them with a reason', async () => {
    const user = userEvent.setup({ delay: null });
    const who = { user_id: 7, customer: 'Ada Obi' };
    const found = {
      ...{ customers: 1, proxies: 2, movable: 1, last_move: null },
      moves: [
        { ...who, proxy_id: 31, from: '203.0.113.11', to: '203.0.114.1' },
        { ...who, proxy_id: 32, from: '203.0.113.12', to: null },
      ],
    };
    api.on('GET /admin/supply/exits/12/customers', ok(found));
    api.on('POST /admin/supply/exits/12/move', ok(found, 'The customers are being moved.'));
    const dialog = await open(user);
    await user.click(within(dialog).getByRole('button', { name: 'See and move its customers' }));
    const rows = await screen.findByRole('list', { name: 'Proxies to move' });
    expect(
      within(rows)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Ada Obi, proxy #31203.0.113.11 to 203.0.114.1',
      'Ada Obi, proxy #32203.0.113.12 to no free address in Germany',
    ]);
    expect(screen.getByText(/1 can move to other addresses in Germany, 1 cannot/)).toBeVisible();
    const move = {
      id: 1,
      reason: 'Lease ends',
      started_by: 'Chief',
      total: 2,
      moved: 1,
      stayed: 0,
    };
    const running = { ...move, created_at: '2026-11-18T09:00:00Z', finished_at: null };
    await user.type(screen.getByLabelText('Reason'), 'Lease ends');
    api.on('GET /admin/supply/exits/12/customers', ok({ ...found, last_move: running }));
    await user.click(screen.getByRole('button', { name: 'Move customers' }));
    expect(await screen.findByText('1 of 2 proxies moved')).toBeVisible();
    expect(api.calls('POST /admin/supply/exits/12/move')[0]?.body).toEqual({
      reason: 'Lease ends',
    });
    expect(screen.queryByRole('button', { name: 'Move customers' })).toBeNull();
  });

  it('should filter by status and send nothing for what is not chosen', async () => {
    renderAt(<ExitsPage />, '/admin/exits?status=not_served&kind=mobile&search=lagos');
    await screen.findByRole('table', { name: 'Exits' });
    expect(Object.fromEntries(api.calls(LIST)[0]!.query)).toEqual({
      page: '1',
      per_page: '15',
      search: 'lagos',
      kind: 'mobile',
      status: 'not_served',
    });
  });

  it('should say what to do when there is nothing, and what failed', async () => {
    api.on(LIST, page([]));
    api.on(GATEWAYS, errorReply(500));
    renderAt(<ExitsPage />, '/admin/exits');
    expect(await screen.findByText('No exits yet')).toBeVisible();
    expect(screen.getByText(/exits:add/)).toBeVisible();
    expect(await screen.findByText('Failed to load the gateways')).toBeVisible();
  });
});
