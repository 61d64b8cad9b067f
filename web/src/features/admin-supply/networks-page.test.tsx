import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setUpApi } from '@/testing/api-server';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import { findOnlyHere } from './networks';
import NetworksPage from './networks-page';
import { describeHealth } from './network-columns';
import { dialect, network, networkHealth } from './network-samples';

const LIST = 'GET /admin/supply/networks';

describe('NetworksPage', () => {
  const api = setUpApi(() => signInAs('admin'));
  mockWideViewport();

  beforeEach(() => {
    api.on('GET /admin/supply/dialects', ok({ dialects: [dialect()] }));
    api.on('GET /admin/supply/health', ok({ networks: [networkHealth()] }));
    api.on(LIST, ok({ networks: [network(), network({ id: 4, name: 'Spare', enabled: false })] }));
  });

  it('should show what is on sale through which account, and what it costs', async () => {
    renderAt(<NetworksPage />, '/admin/networks');
    const table = await screen.findByRole('table', { name: 'Networks' });
    const [row] = within(table).getAllByRole('row').slice(1);
    expect(
      await within(row!).findByText(/^Oxylabs, residential, HTTPS? pr\.oxylabs\.io:7777/),
    ).toBeVisible();
    expect(within(row!).getByText('Nigeria, Ghana, Kenya and 1 more')).toBeVisible();
    expect(within(row!).getByText('With city')).toBeVisible();
    // 3.5 dollars for 10^9 bytes, of which 2^30 are sold.
    expect(within(row!).getByText('$3.76')).toBeVisible();
    expect(within(row!).getByText('$7.52 with a place')).toBeVisible();
  });

  it('should show what each network carried, cost and failed at', async () => {
    const usage = {
      ...{ network_id: 3, asked: 400, balance_usd: 12.5, left_gb: null },
      today: { bytes: 1_500_000_000, cost_usd: 5.25 },
      month: { bytes: 42_000_000_000, cost_usd: 147 },
      failures: [
        { reason: 'silent', count: 9 },
        { reason: 'our_account', count: 3 },
      ],
    };
    api.on('GET /admin/supply/network-usage', ok({ networks: [usage] }));
    renderAt(<NetworksPage />, '/admin/networks');
    const table = await screen.findByRole('table', { name: 'Networks' });
    expect(await within(table).findByText('42 GB, $147.00')).toBeVisible();
    expect(within(table).getByText('Today 1.5 GB, $5.25')).toBeVisible();
    const failed = '12 of 400 failed: 9 no answer, 3 account refused';
    expect(within(table).getByText(failed)).toBeVisible();
    expect(within(table).getByText('$12.50 at the provider')).toBeVisible();
  });

  it('should show how each network answers', async () => {
    const down = networkHealth(
      { state: 'down' },
      { state: 'down', last_error: 'No credit is left' },
    );
    api.on('GET /admin/supply/health', ok({ networks: [down] }));
    renderAt(<NetworksPage />, '/admin/networks');
    const table = await screen.findByRole('table', { name: 'Networks' });
    expect(await within(table).findByText('Down')).toBeVisible();
    expect(within(table).getByText('No credit is left')).toBeVisible();
    expect(within(table).getAllByText(/^Oxylabs, residential/)).toHaveLength(2);
  });

  it('should say what is wrong with the places of a network, the worst first', () => {
    expect(describeHealth(networkHealth())).toBe('120 ms');
    expect(describeHealth(networkHealth({ countries: [] }))).toBe('');
    const found = networkHealth({}, { country_found: 'gh' });
    expect(describeHealth(found)).toBe('Nigeria found in GH');
    const failing = networkHealth({}, { country_found: 'gh', last_error: 'It did not answer' });
    expect(describeHealth(failing)).toBe('It did not answer');
    const [place] = networkHealth({}, { state: 'down', last_error: 'No address' }).countries;
    const partly = networkHealth({ countries: [place!, ...networkHealth().countries] });
    expect(describeHealth(partly)).toBe('Down in 1 of 2 tested countries');
  });

  it('should show sub-admins neither costs nor anything to change', async () => {
    signInAs('sub-admin');
    const hidden = { username: null, password: null, cost_usd_per_gb: null, note: null };
    api.on(LIST, ok({ networks: [network(hidden)] }));
    renderAt(<NetworksPage />, '/admin/networks');
    const table = await screen.findByRole('table', { name: 'Networks' });
    expect(within(table).getByText('Enabled', { selector: '.ant-tag *' })).toBeVisible();
    expect(within(table).queryByText('Cost per GB')).toBeNull();
    expect(within(table).queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('link', { name: /add network/i })).toBeNull();
  });

  it('should say what goes off sale before it disables a network, and keep its password', async () => {
    const user = userEvent.setup({ delay: null });
    renderAt(<NetworksPage />, '/admin/networks');
    await user.click(await screen.findByRole('switch', { name: 'Oxylabs NG enabled' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('No other network sells Nigeria, Ghana, Kenya, South Africa');
    expect(api.calls('PUT /admin/supply/networks/3')).toHaveLength(0);
    api.on('PUT /admin/supply/networks/3', ok({ network: network({ enabled: false }) }));
    await user.click(within(dialog).getByRole('button', { name: 'Disable network' }));
    await waitFor(() => expect(openedMessages()).toContain('Oxylabs NG is no longer on sale.'));
    const [call] = api.calls('PUT /admin/supply/networks/3');
    expect(call?.body).toMatchObject({ name: 'Oxylabs NG', enabled: false, port: 7777 });
    expect(call?.body).not.toHaveProperty('password');
  });

  it('should not call a network that is down healthy anywhere in its row', async () => {
    signInAs('sub-admin');
    const down = { state: 'down', last_error: 'No answer' } as const;
    api.on('GET /admin/supply/health', ok({ networks: [networkHealth({ state: 'down' }, down)] }));
    renderAt(<NetworksPage />, '/admin/networks?search=%233');
    const table = await screen.findByRole('table', { name: 'Networks' });
    expect(await within(table).findByText('Down')).toBeVisible();
    expect(within(table).getByText('Nothing while down')).toBeVisible();
    expect(
      within(table).getByText('Enabled', { selector: '.ant-tag *' }).closest('.ant-tag'),
    ).not.toHaveClass('ant-tag-green', 'ant-tag-success');
    expect(within(table).queryByText(/No failures/)).toBeNull();
  });

  it('should enable without a question', async () => {
    const user = userEvent.setup({ delay: null });
    api.on('PUT /admin/supply/networks/4', ok({ network: network({ id: 4, name: 'Spare' }) }));
    renderAt(<NetworksPage />, '/admin/networks');
    await user.click(await screen.findByRole('switch', { name: 'Spare enabled' }));
    await waitFor(() => expect(openedMessages()).toContain('Spare is on sale.'));
  });

  it('should say why a network is not enabled, and enable it anyway for a reason', async () => {
    const user = userEvent.setup({ delay: null });
    const PUT = 'PUT /admin/supply/networks/4';
    const spare = network({ id: 4, name: 'Spare', enabled: false });
    const error = 'The provider refuses our account.';
    api.on(PUT, ok({ network: spare, test_error: error }));
    renderAt(<NetworksPage />, '/admin/networks');
    await user.click(await screen.findByRole('switch', { name: 'Spare enabled' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Spare is saved, but not enabled' }),
    );
    expect(dialog.getByText(error)).toBeVisible();
    expect(openedMessages()).toEqual([]);
    await user.type(dialog.getByLabelText('Reason'), 'They open it tomorrow');
    const enabled = { network: { ...spare, enabled: true }, test_error: null };
    api.on(PUT, { body: { success: true, message: 'The network is changed.', data: enabled } });
    await user.click(dialog.getByRole('button', { name: 'Enable anyway' }));
    await waitFor(() => expect(openedMessages()).toContain('The network is changed.'));
    expect(api.calls(PUT).at(-1)?.body).toMatchObject({
      ...{ enabled: true, enable_anyway: 'They open it tomorrow' },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('should remove a network after a confirmation', async () => {
    const user = userEvent.setup({ delay: null });
    api.on('DELETE /admin/supply/networks/4', {
      body: { success: true, message: 'The network is removed.' },
    });
    renderAt(<NetworksPage />, '/admin/networks');
    await user.click(await screen.findByRole('button', { name: 'Actions for Spare' }));
    await user.click(await screen.findByRole('menuitem', { name: /remove/i }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('It is disabled: nothing that is on sale needs it.');
    await user.click(within(dialog).getByRole('button', { name: 'Remove network' }));
    await waitFor(() => expect(openedMessages()).toContain('The network is removed.'));
  });

  it.each([
    ['?search=kenya', 2],
    ['?search=oxylabs', 2],
    ['?search=%233', 1],
    ['?state=disabled', 1],
    ['?kind=mobile', 0],
  ])('should filter by %s', async (query, count) => {
    renderAt(<NetworksPage />, `/admin/networks${query}`);
    if (count === 0) {
      expect(await screen.findByText(/No networks found/)).toBeVisible();
      return;
    }
    const table = await screen.findByRole('table', { name: 'Networks' });
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(count + 1));
  });

  it('should explain what a network is when there is none, and what failed', async () => {
    api.on(LIST, ok({ networks: [] }));
    const { unmount } = renderAt(<NetworksPage />, '/admin/networks');
    expect(await screen.findByText('No network yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Connect a provider' })).toHaveAttribute(
      'href',
      '/admin/network',
    );
    unmount();
    api.on(LIST, errorReply(500));
    renderAt(<NetworksPage />, '/admin/networks');
    expect(await screen.findByText('Failed to load the networks')).toBeVisible();
  });
});

describe('findOnlyHere', () => {
  it('names the countries that no other enabled network of the kind serves', () => {
    const one = network({ id: 1, countries: ['ng', 'gh'] });
    const other = network({ id: 2, countries: ['gh'] });
    expect(findOnlyHere(one, [one, other])).toEqual(['ng']);
    expect(findOnlyHere(one, [one, { ...other, enabled: false }])).toEqual(['ng', 'gh']);
    expect(findOnlyHere(one, [one, { ...other, kind: 'mobile' }])).toEqual(['ng', 'gh']);
    expect(findOnlyHere(one, [one, { ...other, countries: '*' }])).toEqual([]);
    expect(findOnlyHere({ ...one, countries: '*' }, [one, other])).toBeNull();
  });
});
