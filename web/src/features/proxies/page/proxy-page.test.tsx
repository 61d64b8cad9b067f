import { act, screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { Route, Routes } from 'react-router-dom';
import { session } from '@/api/session';
import { serveApi, type Received } from '@/testing/api-server';
import { selectOption } from '@/testing/choices';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { ada, errorReply, ok, proxy } from '@/testing/samples';
import ProxyPage from './proxy-page';

const PROXY = 'GET /user/proxies/4';
const ENDPOINTS = 'GET /user/proxies/4/endpoints';
const TOKEN = 'GET /user/proxies/4/list-token';
const CONNECTIONS = 'GET /user/proxies/4/connections';

const endpoints = ({ query }: Received) =>
  ok({
    endpoints: Array.from({ length: Number(query.get('count') ?? 1) }, (_, index) => ({
      host: 'gw.example',
      port: 3128,
      protocol: 'http',
      username: `np12345-session-s${index + 1}`,
      password: 'secret-word',
      url: `http://np12345-session-s${index + 1}:secret-word@gw.example:3128`,
    })),
  });

describe('the page of a proxy', () => {
  const api = serveApi({
    [PROXY]: ok({ proxy: proxy() }),
    [CONNECTIONS]: ok({ connections: [], total: 0, complete: true, show_targets: false }),
    'GET /user/proxies/4/sub-users': ok({ sub_users: [], limit: 50 }),
    'GET /user/allowed-addresses': ok({
      enabled: true,
      limit: 20,
      current_address: null,
      account: [],
      proxies: [],
    }),
    'GET /user/proxies/4/usage': ok([]),
    'GET /user/usage': ok({ projected_end_at: '2026-11-28T10:00:00Z' }),
    'GET /pool/countries': ok([]),
  });

  beforeEach(() => api.on(ENDPOINTS, endpoints));

  const open = (id = '4') =>
    renderAt(
      <Routes>
        <Route path="/proxyhistory/:id" element={<ProxyPage />} />
      </Routes>,
      `/proxyhistory/${id}`,
    );
  const panel = async (name: string) => within(await screen.findByRole('region', { name }));

  it('should mask the password in the curl line until it is shown, and copy it in full', async () => {
    open();
    const connect = await panel('Connect');
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

  it('should build a list of the chosen length, session and format', async () => {
    open();
    const list = await panel('Connection list');
    const count = list.getByRole('spinbutton', { name: 'Number of connections' });
    await person.clear(count);
    await person.type(count, '3');
    const lines = await list.findByRole('region', { name: 'connection list' });
    await waitFor(() => expect(lines).toHaveTextContent('np12345-session-s3'));
    expect(lines).not.toHaveTextContent('secret-word');
    await selectOption('Format', 'URL', list);
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await person.click(list.getByRole('button', { name: 'Copy connection list' }));
    expect(write.mock.lastCall?.[0].split('\n')).toEqual(
      [1, 2, 3].map((line) => `http://np12345-session-s${line}:secret-word@gw.example:3128`),
    );
    await selectOption('Session', 'Rotating: new for every request', list);
    await waitFor(() =>
      expect(Object.fromEntries(api.calls(ENDPOINTS).at(-1)!.query)).toEqual({
        count: '3',
        country: 'ng',
        session: 'rotating',
        protocol: 'http',
      }),
    );
  });

  it('should copy no lines of the previous choice while those of a new one load', async () => {
    open();
    const list = await panel('Connection list');
    const copy = await list.findByRole('button', { name: 'Copy connection list' });
    expect(copy).toBeEnabled();
    let answer = (): void => undefined;
    api.on(ENDPOINTS, async (request) => {
      await new Promise<void>((go) => (answer = go));
      return endpoints(request);
    });
    await selectOption('Session', 'Rotating: new for every request', list);
    await waitFor(() => expect(copy).toBeDisabled());
    await waitFor(() => expect(api.calls(ENDPOINTS).at(-1)?.query.get('session')).toBe('rotating'));
    answer();
    await waitFor(() => expect(copy).toBeEnabled());
  });

  it('should show why a choice has no list', async () => {
    const errors = { isp: ['This proxy was bought for the isp mtn.'] };
    api.on(ENDPOINTS, errorReply(422, { message: 'Invalid', errors }));
    open();
    const list = await panel('Connection list');
    expect(await list.findByText('This proxy was bought for the isp mtn.')).toBeInTheDocument();
  });

  /** The server refuses the list of a dearer place. */
  const chooseDearerPlace = async () => {
    const errors = { current_price: 4_960, required_price: 49_600, difference: 44_640 };
    api.on(ENDPOINTS, errorReply(409, { code: 'PLACE_NOT_INCLUDED', message: 'No', errors }));
    const country = { code: 'ng', name: 'Nigeria', has_regions: false, has_cities: false };
    api.on('GET /pool/countries', ok([{ ...country, has_isps: true }]));
    api.on('GET /pool/isps', ok([{ code: 'mtn', name: 'MTN' }]));
    act(() => session.start({ token: 't', user: { ...ada, wallet_balance: 100_000 } }));
    open();
    const list = await panel('Connection list');
    await selectOption('ISP', 'MTN', list);
    return list;
  };

  it('should tell what a list of a dearer place costs, without asking for it', async () => {
    const list = await chooseDearerPlace();
    expect(
      await list.findByText(
        'Your traffic was not bought for this place, where it costs ₦44,640 more.',
      ),
    ).toBeInTheDocument();
    expect(list.getByRole('button', { name: 'Move there for ₦44,640' })).toBeEnabled();
    expect(list.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
    expect(api.calls('POST /user/proxies/4/place/quote')).toEqual([]);
  });

  it('should load the list again when its place turns out to be included', async () => {
    const list = await chooseDearerPlace();
    const included = { current_price: 4_960, required_price: 4_960, difference: 0 };
    api.on('POST /user/proxies/4/place/quote', ok({ ...included, currency: 'NGN' }));
    api.on('POST /user/proxies/4/place', () => {
      api.on(ENDPOINTS, endpoints);
      return errorReply(409, { code: 'PLACE_INCLUDED', message: 'It costs no more.' });
    });
    await person.click(await list.findByRole('button', { name: 'Move there for ₦44,640' }));
    await person.click(await screen.findByRole('button', { name: 'Pay ₦44,640' }));
    expect(await list.findByText('1 connection')).toBeVisible();
  });

  it('should create, show once and revoke the list address', async () => {
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
    const address = await panel('List address');
    await person.click(await address.findByRole('button', { name: 'Create list address' }));
    expect(await address.findByLabelText('List address')).toHaveValue(
      'https://shop.example/api/v1/lists/npl_1',
    );
    await person.click(await address.findByRole('button', { name: 'Revoke' }));
    await person.click(await screen.findByRole('button', { name: 'Revoke it' }));
    expect(await address.findByRole('button', { name: 'Create list address' })).toBeInTheDocument();
    await waitFor(() => expect(address.queryByLabelText('List address')).toBeNull());
    expect(openedMessages()).toEqual(['The address no longer works.']);
  });

  it('should tell where the proxy leaves from, or why it fails and what to do', async () => {
    const works = {
      ...{ ok: true, exit_ip: '102.89.3.7', country_sold: 'ng', country_found: 'gh' },
      ...{ latency_ms: 412, error: null },
    };
    api.on('POST /user/proxies/4/test', ok(works));
    open();
    const test = await panel('Test connection');
    await person.click(test.getByRole('button', { name: 'Test connection' }));
    expect(await test.findByText('102.89.3.7')).toBeInTheDocument();
    expect(test.getByText('412 ms')).toBeInTheDocument();
    expect(test.getByText('Ghana')).toBeInTheDocument();
    const error = { code: 'QUOTA_EXCEEDED', cause: 'All is used.', how_to_fix: 'Add traffic.' };
    api.on('POST /user/proxies/4/test', ok({ ...works, ok: false, exit_ip: null, error }));
    await person.click(test.getByRole('button', { name: 'Test connection' }));
    expect(await test.findByText('All is used.')).toBeInTheDocument();
    expect(test.getByText('Add traffic.')).toBeInTheDocument();
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
    const connections = await panel('Open connections');
    await person.click(await connections.findByRole('button', { name: /^Close connection/ }));
    expect(await connections.findByText('No connection is open at the moment.')).toBeVisible();
  });

  it('should show when the traffic ends at the present rate', async () => {
    open();
    const usage = await panel('Usage');
    expect(await usage.findByText(/lasts until 28 Nov 2026, 11:00/)).toBeInTheDocument();
    expect(usage.getByText('25%')).toBeInTheDocument();
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
    open();
    const usage = await panel('Usage');
    await usage.findByText(/lasts until 28 Nov 2026/);
    await person.click(
      (await panel('Keep this proxy')).getByRole('button', { name: 'Add traffic' }),
    );
    await person.click(await screen.findByRole('button', { name: 'Add traffic for ₦900' }));
    expect(await usage.findByText(/lasts until 20 Dec 2026/)).toBeInTheDocument();
    act(() => session.logout());
  });

  it('should connect nothing with an expired proxy', async () => {
    api.on(PROXY, ok({ proxy: proxy({ is_expired: true, status: 'expired' }) }));
    open();
    expect(await screen.findByText('This proxy has expired')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Connect' })).not.toBeInTheDocument();
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
    const keep = await panel('Keep this proxy');
    expect(keep.queryByRole('button', { name: 'Add traffic' })).toBeNull();
    await person.click(keep.getByRole('button', { name: 'Renew' }));
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
    const keep = await panel('Keep this proxy');
    const { key } = router.state.location;
    await person.click(keep.getByRole('button', { name: 'Auto-renew' }));
    await person.click(await screen.findByRole('button', { name: 'Close dialog' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.key).toBe(key);
  });

  it('should open nothing for a link that asks for what cannot be', async () => {
    open('4?step=anything');
    await panel('Keep this proxy');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('should bring what is to be entered to a phone as a QR code', async () => {
    open();
    const setup = await panel('Set up a browser or device');
    expect(setup.queryByRole('button', { name: /QR code/ })).toBeNull();
    await selectOption('Browser or device', 'Android');
    expect(screen.queryByLabelText(/^QR code with host/)).toBeNull();
    await person.click(setup.getByRole('button', { name: 'Show QR code for the phone' }));
    expect(await screen.findByLabelText(/^QR code with host/)).toBeInTheDocument();
    await person.click(setup.getByRole('button', { name: 'Hide QR code' }));
    expect(screen.queryByLabelText(/^QR code with host/)).toBeNull();
  });

  it('should say from where it needs no password', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Allowed addresses' })).toBeVisible();
  });

  it('should say how it is kept, and offer it', async () => {
    open();
    const keep = await panel('Keep this proxy');
    expect(keep.getByText('Automatic renewal is off')).toBeVisible();
    for (const name of ['Renew', 'Add traffic', 'Auto-renew'])
      expect(keep.getByRole('button', { name })).toBeEnabled();
  });

  it('should keep a note and tags', async () => {
    const SAVE = 'PUT /user/proxies/4/labels';
    api.on('GET /user/proxies/tags', ok({ tags: [{ tag: 'shop', count: 2 }] }));
    api.on(PROXY, ok({ proxy: proxy({ note: 'Prices', tags: ['lagos'] }) }));
    api.on(SAVE, ok({ proxy: proxy() }));
    open();
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
    open();
    const keep = await panel('Keep this proxy');
    await person.click(keep.getByRole('button', { name: 'Suspend' }));
    const suspended = proxy({ status: 'suspended', suspended_by_owner: true });
    api.on(SUSPEND, ok({ proxy: suspended }));
    api.on(PROXY, ok({ proxy: suspended }));
    await person.click(await screen.findByRole('button', { name: 'Suspend it' }));
    expect(await screen.findByText('You suspended this proxy')).toBeVisible();
    api.on(RESUME, ok({ proxy: proxy() }));
    api.on(PROXY, ok({ proxy: proxy({ status: 'suspended' }) }));
    await person.click(screen.getByRole('button', { name: 'Resume' }));
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
    expect(await panel('Connect')).toBeDefined();
  });
});
