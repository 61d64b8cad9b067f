import { act, screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { configureSite } from '@/testing/site';
import { selectOption } from '@/testing/choices';
import { openedMessages } from '@/testing/messages';
import { ada, datacenterProxy, errorReply, ok, proxy } from '@/testing/samples';
import { CONNECTIONS, ENDPOINTS, PROXY, serveProxyPage, TOKEN } from '@/testing/proxy-page';

describe('the page of a proxy', () => {
  const { api, open, panel, openTab, openView } = serveProxyPage();

  it('should mask the password in the curl line until it is shown, and copy it in full', async () => {
    open();
    const connect = await panel('Credentials');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Proxy #4');
    const line = connect.getByRole('region', { name: 'curl command' });
    expect(line).toHaveTextContent('np12345:••••••••@gw.example:3128');
    expect(line).not.toHaveTextContent('secret-word');
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await person.click(connect.getByRole('button', { name: 'Copy curl command' }));
    expect(write).toHaveBeenLastCalledWith(
      `curl -x 'http://np12345:secret-word@gw.example:3128' 'https://api.ipify.org'`,
    );
    await person.click(connect.getByRole('button', { name: /^Show password in the curl/ }));
    expect(line).toHaveTextContent('np12345:secret-word@gw.example:3128');
    expect(connect.getByLabelText('SOCKS5 port')).toHaveValue('1081');
  });

  it('should create, show once and revoke the download link', async () => {
    const times = { created_at: '2026-11-20T10:00:00Z', last_used_at: null };
    api.on('POST /user/proxies/4/list-token', () => {
      api.on(TOKEN, ok(times));
      return ok({ ...times, token: 'npl_1', url: 'https://shop.example/api/v1/lists/npl_1' });
    });
    api.on('DELETE /user/proxies/4/list-token', () => {
      api.on(TOKEN, errorReply(404));
      return ok(undefined, 'The address no longer works.');
    });
    open();
    await openTab('Access');
    const address = await panel('Download link');
    await person.click(await address.findByRole('button', { name: 'Create download link' }));
    expect(await address.findByLabelText('Download link')).toHaveValue(
      'https://shop.example/api/v1/lists/npl_1',
    );
    await person.click(await address.findByRole('button', { name: 'Revoke' }));
    await person.click(await screen.findByRole('button', { name: 'Revoke it' }));
    expect(
      await address.findByRole('button', { name: 'Create download link' }),
    ).toBeInTheDocument();
    await waitFor(() => expect(address.queryByLabelText('Download link')).toBeNull());
    expect(openedMessages()).toEqual(['The address no longer works.']);
  });

  it('should tell where the proxy leaves from, or why it fails and what to do', async () => {
    const works = {
      ...{ ok: true, exit_ip: '102.89.3.7', country_sold: 'ng', country_found: 'gh' },
      ...{ latency_ms: 412, error: null },
    };
    api.on('POST /user/proxies/4/test', ok(works));
    open();
    await person.click(await screen.findByRole('button', { name: 'Test connection' }));
    expect(await screen.findByText('102.89.3.7')).toBeInTheDocument();
    expect(screen.getByText('412 ms')).toBeInTheDocument();
    expect(screen.getByText('Location detected').parentElement).toHaveTextContent('Ghana');
    const error = { code: 'QUOTA_EXCEEDED', cause: 'All is used.', how_to_fix: 'Add traffic.' };
    api.on('POST /user/proxies/4/test', ok({ ...works, ok: false, exit_ip: null, error }));
    await person.click(screen.getByRole('button', { name: 'Test connection' }));
    expect(await screen.findByText('All is used.')).toBeInTheDocument();
    expect(screen.getByText('Add traffic.')).toBeInTheDocument();
  });

  it('should list open connections and close one', async () => {
    const connection = {
      ...{ id: 'c1', started_at: '2026-11-20T10:00:00Z', protocol: 'connect' },
      ...{ client_address: '197.210.0.0', target_host: null, bytes_up: 10, bytes_down: 2048 },
      ...{ session: 's1', gateway: 'g1' },
    };
    api.on(
      CONNECTIONS,
      ok({ connections: [connection], total: 1, complete: true, show_targets: false }),
    );
    api.on('DELETE /user/proxies/4/connections/c1', () => {
      api.on(CONNECTIONS, ok({ connections: [], total: 0, complete: true, show_targets: false }));
      return ok(undefined, 'Closed.');
    });
    open();
    await openTab('Access');
    const connections = await panel('Open connections');
    await person.click(await connections.findByRole('button', { name: /^Close connection/ }));
    expect(await connections.findByText('No connection is open at the moment.')).toBeVisible();
  });

  it('should show when the traffic ends at the present rate', async () => {
    const end = new Date(Date.now() + 9 * 86_400_000).toISOString();
    api.on('GET /user/usage', ok({ projected_end_at: end }));
    open('4?tab=usage');
    const usage = await panel('Usage');
    expect(await usage.findByText(/its traffic lasts about 9 days, until/)).toBeInTheDocument();
  });

  it('should project the end of the traffic anew when some was added', async () => {
    api.on(
      'GET /pool/pricing',
      ok({ priceList: [{ traffic: '5', price: 900, validity_days: 30 }] }),
    );
    api.on('POST /pricing/quote', ok({ total: 900, quantity: 1 }));
    api.on('POST /user/proxies/4/traffic', () => {
      api.on('GET /user/usage', ok({ projected_end_at: '2026-12-20T10:00:00Z' }));
      return ok({ order_id: 1, order_status: 'delivered', proxy: proxy() });
    });
    act(() => session.start({ token: 't', user: ada }));
    open('4?tab=usage');
    const usage = await panel('Usage');
    await usage.findByText(/until 28 Nov 2026/);
    await person.click(screen.getByRole('button', { name: 'Add traffic' }));
    await person.click(await screen.findByRole('button', { name: 'Add traffic for ₦900' }));
    expect(await usage.findByText(/until 20 Dec 2026/)).toBeInTheDocument();
    act(() => session.logout());
  });

  it('should connect nothing with an expired proxy', async () => {
    api.on(PROXY, ok({ proxy: proxy({ is_expired: true, status: 'expired' }) }));
    open();
    expect(await screen.findByText('This proxy has expired')).toBeInTheDocument();
    expect(screen.getByText('Traffic not used')).toBeVisible();
    expect(screen.getByText('Only an active proxy can renew automatically.')).toBeVisible();
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Usage', 'Settings']);
    expect(api.calls(ENDPOINTS)).toEqual([]);
  });

  it('should renew an expired proxy with the same credentials while that is possible', async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const ended = { is_expired: true, status: 'expired', days_until_expiration: 0 } as const;
    api.on(PROXY, ok({ proxy: proxy({ ...ended, expires_at: ago(2) }) }));
    api.on('GET /pool/pricing', ok({ priceList: [] }));
    open();
    expect(await screen.findByText(/Renew it until .* with the same username/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Buy New Proxy' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add traffic' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Renew' }));
    expect(await screen.findByText('Renew #4 (Residential)')).toBeVisible();
  });

  it.each([
    ['renewal', 'Renew #4 (Residential)'],
    ['traffic', 'Add traffic to #4 (Residential)'],
  ])('should open what a link in a mail asks for: %s', async (step, title) => {
    api.on('GET /pool/pricing', ok({ priceList: [] }));
    open(`4?step=${step}`);
    expect(await screen.findByText(title)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Close dialog' }));
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  });

  it('should keep the scroll position and other parameters when a linked dialog is closed', async () => {
    api.on('GET /pool/pricing', ok({ priceList: [] }));
    const { router } = open('4?step=renewal&from=mail');
    await screen.findByText('Renew #4 (Residential)');
    await person.click(screen.getByRole('button', { name: 'Close dialog' }));
    await waitFor(() => expect(router.state.location.search).toBe('?from=mail'));
    expect(router.state.preventScrollReset).toBe(true);
  });

  it('should not navigate when a dialog is closed that no link opened', async () => {
    api.on('GET /pool/pricing', ok({ priceList: [] }));
    const { router } = open();
    const autoRenew = await screen.findByRole('switch', { name: 'Auto-renew' });
    const { key } = router.state.location;
    await person.click(autoRenew);
    await person.click(await screen.findByRole('button', { name: 'Close dialog' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.key).toBe(key);
  });

  it('should open nothing for a link that asks for what cannot be', async () => {
    open('4?step=anything');
    await panel('Credentials');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('should bring what is to be entered to a phone as a QR code', async () => {
    open();
    const setup = await openView('Devices', 'Set up a browser or device');
    expect(setup.queryByRole('button', { name: /QR code/ })).toBeNull();
    await selectOption('Browser or device', 'Android');
    expect(screen.queryByLabelText(/^QR code with host/)).toBeNull();
    await person.click(setup.getByRole('button', { name: 'Show QR code for the phone' }));
    expect(await screen.findByLabelText(/^QR code with host/)).toBeInTheDocument();
    await person.click(setup.getByRole('button', { name: 'Hide QR code' }));
    expect(screen.queryByLabelText(/^QR code with host/)).toBeNull();
  });

  it('should say from where it needs no password', async () => {
    open('4?tab=access');
    expect(await screen.findByRole('heading', { name: 'Allowed addresses' })).toBeVisible();
  });

  it('should lead with what is left, until when, and what keeps it', async () => {
    open();
    const summary = await panel('Summary');
    expect(summary.getByText('3.75 GB')).toBeVisible();
    expect(summary.getByText('1.25 GB of 5 GB used')).toBeVisible();
    expect(summary.getByText('1 Dec 2026')).toHaveAttribute('title', '1 Dec 2026, 11:00');
    expect(summary.getByRole('switch', { name: 'Auto-renew' })).not.toBeChecked();
    for (const name of ['Renew', 'Add traffic', 'Test connection'])
      expect(screen.getByRole('button', { name })).toBeEnabled();
  });

  it('should say what was refunded, also where it was of other proxies, too', async () => {
    const refund = { id: 32, reference: 'REFUND-OWN-1', kind: 'refund' as const };
    const reversals = [
      { ...refund, amount: 12_800 },
      { ...refund, id: 33, amount: 51_200 },
    ];
    api.on(PROXY, ok({ proxy: proxy({ price: 25_600, reversals }) }));
    open();
    const refunded = await screen.findByRole('link', { name: '₦12,800 refunded' });
    expect(refunded).toHaveAttribute('href', '/transactions?search=REFUND-OWN-1');
    expect(screen.getByRole('link', { name: '₦51,200 of its order refunded' })).toBeVisible();
  });

  it('should lead with the dedicated address of a datacenter proxy, to copy', async () => {
    api.on(PROXY, ok({ proxy: datacenterProxy({ id: 4, ip: '192.0.2.7' }) }));
    open();
    const summary = await panel('Summary');
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await person.click(summary.getByRole('button', { name: 'Copy dedicated address' }));
    expect(write).toHaveBeenLastCalledWith('192.0.2.7');
  });

  it('should renew with the size that was bought, and switch automatic renewal off at once', async () => {
    const priceList = ['1', '2', '5', '10'].map((traffic) => ({
      ...{ traffic, price: 900, validity_days: 30 },
    }));
    api.on('GET /pool/pricing', ok({ priceList }));
    api.on('POST /pricing/quote', ok({ total: 900, quantity: 1 }));
    api.on(
      PROXY,
      ok({ proxy: proxy({ auto_renew: { ...proxy().auto_renew, enabled: true, gigabytes: 2 } }) }),
    );
    api.on('PUT /user/proxies/4/auto-renew', ok({ proxy: proxy() }, 'It is off.'));
    open();
    await person.click(await screen.findByRole('button', { name: 'Renew' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('2 GB for 30 days')).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Close dialog' }));
    await person.click(screen.getByRole('switch', { name: 'Auto-renew' }));
    await waitFor(() => expect(openedMessages()).toEqual(['It is off.']));
    expect(api.calls('PUT /user/proxies/4/auto-renew')[0]?.body).toEqual({ enabled: false });
  });

  it('should keep the open tab in its address', async () => {
    const { router } = open();
    await openTab('Settings');
    await waitFor(() => expect(router.state.location.search).toBe('?tab=settings'));
    expect(await panel('Location and session')).toBeDefined();
  });

  it('should refund what is unused once its owner has seen the amount, or say why not', async () => {
    const QUOTE = 'GET /user/proxies/4/refund';
    const REFUND = 'POST /user/proxies/4/refund';
    const offer = (amount: number) =>
      ok({ eligible: true, amount, ends_proxy: true, reason: null, until: '2026-11-30T10:00:00Z' });
    await configureSite(api, { refund_window_days: 3, refund_maximum_used_percent: 20 });
    act(() => session.start({ token: 't', user: ada }));
    api.on(QUOTE, offer(4000));
    api.on(REFUND, () => {
      api.on(QUOTE, offer(3840));
      return errorReply(409, { code: 'REFUND_CHANGED', message: 'It is ₦3,840 by now.' });
    });
    open('4?tab=settings');
    const refund = await panel('Refund');
    await person.click(await refund.findByRole('button', { name: 'Refund ₦4,000' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/ends for good.* ₦4,000 goes into your wallet/)).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Refund ₦4,000' }));
    const again = await dialog.findByRole('button', { name: 'Refund ₦3,840' });
    api.on(REFUND, ok({ transaction_id: 7, refunded: 3840 }, '₦3,840 is back in your wallet.'));
    api.on(
      QUOTE,
      ok({ eligible: false, amount: 0, ends_proxy: true, reason: 'Too late.', until: null }),
    );
    await person.click(again);
    expect(await refund.findByText('Too late. Nothing can be refunded.')).toBeVisible();
    expect(api.calls(REFUND).map(({ body }) => body)).toEqual([
      { expected_total: 4000 },
      { expected_total: 3840 },
    ]);
    const [first, second] = api.calls(REFUND).map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9A-Z]{32}$/);
    expect(second).not.toBe(first);
    expect(openedMessages()).toEqual(['It is ₦3,840 by now.', '₦3,840 is back in your wallet.']);
    act(() => session.logout());
    await configureSite(api);
  });

  it('should keep a note and tags', async () => {
    const SAVE = 'PUT /user/proxies/4/labels';
    api.on('GET /user/proxies/tags', ok({ tags: [{ tag: 'shop', count: 2 }] }));
    api.on(PROXY, ok({ proxy: proxy({ note: 'Prices', tags: ['lagos'] }) }));
    api.on(SAVE, ok({ proxy: proxy() }));
    open('4?tab=settings');
    const labels = await panel('Note and tags');
    const note = labels.getByLabelText('Note');
    expect(note).toHaveValue('Prices');
    await person.clear(note);
    await person.type(labels.getByLabelText('Tags'), 'shop{enter}');
    await person.click(labels.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.calls(SAVE)[0]?.body).toEqual({ note: null, tags: ['lagos', 'shop'] }),
    );
  });

  it('should be suspended and resumed by its owner, not where the shop suspended it', async () => {
    const SUSPEND = 'POST /user/proxies/4/suspend';
    const RESUME = 'POST /user/proxies/4/resume';
    open('4?tab=settings');
    const service = await panel('Suspension and password');
    await person.click(service.getByRole('button', { name: 'Suspend' }));
    const suspended = proxy({ status: 'suspended', suspended_by_owner: true });
    api.on(SUSPEND, ok({ proxy: suspended }));
    api.on(PROXY, ok({ proxy: suspended }));
    await person.click(await screen.findByRole('button', { name: 'Suspend it' }));
    expect(await screen.findByText('You suspended this proxy')).toBeVisible();
    api.on(RESUME, ok({ proxy: proxy() }));
    api.on(PROXY, ok({ proxy: proxy({ status: 'suspended' }) }));
    await person.click(screen.getAllByRole('button', { name: 'Resume' })[0]!);
    expect(await screen.findByRole('link', { name: 'Contact support' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  });

  it.each(['5', 'none'])('should say that there is no proxy %s', async (id) => {
    open(id);
    expect(await screen.findByText('No such proxy')).toBeInTheDocument();
    expect(openedMessages()).toEqual([]);
  });

  it('should offer to load again after an error', async () => {
    api.on(PROXY, errorReply(500));
    open();
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    api.on(PROXY, ok({ proxy: proxy() }));
    await person.click(retry);
    expect(await panel('Credentials')).toBeDefined();
  });
});
