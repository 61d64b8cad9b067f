import { sumBytes } from './daily-usage';
import { formatConnection, generateConnections, getSessionId, getSocks5Port } from './connection';
import { getDisplayStatus, type Proxy } from './proxy';
import { datacenterProxy, proxy, ok, errorReply } from '@/testing/samples';
import { canAddTraffic, getNewEnd, getRenewableUntil, getTrafficAfter } from './renewal/extension';
import type { ProxyEndpoint } from '@/lib/proxy-endpoint';
import { SAMPLES, findSample } from './samples/templates';
import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import ReadyPanel from './ready/ready-panel';
import { Route, Routes } from 'react-router-dom';
import { openedMessages } from '@/testing/messages';
import ProxyPage from './page/proxy-page';

it('should add up the bytes of all days in both directions', () =>
  expect(
    sumBytes([
      { bytes_down: 1, bytes_up: 2 },
      { bytes_down: 3, bytes_up: 4 },
    ]),
  ).toBe(10));

describe('proxy helpers', () => {
  const proxy = {
    host: 'gw.example',
    port: 3128,
    port_socks5: 1081,
    username: 'u1',
    password: 'p1',
  } as Proxy;

  const endpoint = {
    host: 'gw.example',
    port: 3128,
    username: 'u1',
    password: 'p1',
    protocol: 'http',
  };

  it('should treat a proxy as expired when is_expired is set', () => {
    expect(getDisplayStatus({ status: 'active', is_expired: true })).toBe('expired');
    expect(getDisplayStatus({ status: 'suspended', is_expired: false })).toBe('suspended');
  });

  it('should default to port 1080 for SOCKS5', () => {
    expect(getSocks5Port({ port_socks5: undefined } as unknown as Proxy)).toBe(1080);
    expect(getSocks5Port(proxy)).toBe(1081);
  });

  it('should format the connection string in both formats', () => {
    expect(formatConnection(endpoint, 'host')).toBe('gw.example:3128:u1:p1');
    expect(formatConnection(endpoint, 'protocol')).toBe('http://u1:p1@gw.example:3128');
  });

  it('should generate one line per session with the port of the protocol', () => {
    expect(generateConnections(proxy, 'socks5', 'protocol', ['aa', 'bb'])).toBe(
      'socks5://u1-session-aa:p1@gw.example:1081\nsocks5://u1-session-bb:p1@gw.example:1081',
    );
  });

  it('should name the sessions of a proxy alike on every visit, as the gateway accepts them', () => {
    const names = (uuid: string) => Array.from({ length: 10 }, (_, n) => getSessionId(uuid, n));
    const ours = names('0f8fad5b-d9cb-469f-a165-70867728950e');
    expect(names('0f8fad5b-d9cb-469f-a165-70867728950e')).toEqual(ours);
    expect(new Set([...ours, ...names('7c9e6679-7425-40de-944b-e07fc1f90ae7')]).size).toBe(20);
    for (const name of ours) expect(name).toMatch(/^[a-z0-9]{8}$/);
  });
});

const END = '2026-12-01T10:00:00.000Z';

const DAY = 86_400_000;

const at = (days: number) => new Date(END).getTime() + days * DAY;

const expired = { is_expired: true, status: 'expired', expires_at: END } as const;

describe('extensions of a proxy', () => {
  it('should tell until when an expired proxy can be renewed, where the server would', () => {
    expect(getRenewableUntil(proxy(expired))).toBe('2026-12-31T10:00:00.000Z');
    expect(getRenewableUntil(proxy({ ...expired, can_renew: false }))).toBeNull();
    expect(getRenewableUntil(proxy())).toBeNull();
  });

  it('should not add traffic to a suspended proxy, one without a limit or one past its end', () => {
    expect(canAddTraffic(proxy({ status: 'suspended' }))).toBe(false);
    expect(canAddTraffic(datacenterProxy())).toBe(false);
    expect(canAddTraffic(proxy(expired))).toBe(false);
    expect(canAddTraffic(proxy())).toBe(true);
  });

  it('should count the period from the end, or from now when the proxy has expired', () => {
    expect(getNewEnd(proxy({ expires_at: END }), 30, at(-5))).toBe('2026-12-31T10:00:00.000Z');
    expect(getNewEnd(proxy(expired), 30, at(2))).toBe('2027-01-02T10:00:00.000Z');
  });

  it('should add the traffic to what is left', () => {
    expect(getTrafficAfter(proxy(), { gigabytes: 5 })).toBe('8.75');
    expect(getTrafficAfter(datacenterProxy(), { duration_minutes: 43_200 })).toBeNull();
  });
});

const TARGET = 'https://ip.example/';

const endpoint = (over: Partial<ProxyEndpoint> = {}): ProxyEndpoint => ({
  host: 'gw.example',
  port: 3128,
  username: 'np12345-session-s1',
  password: 'secret-word',
  protocol: 'http',
  ...over,
});

/** Each breaks a literal, a URL or a shell line that does not escape it. */
const AWKWARD = `a'b"c\\d$e@f:g/h%i j`;

describe('the code samples', () => {
  it.each(SAMPLES)('$label has host, port, username, password and target', ({ write }) => {
    const text = write(endpoint(), TARGET);
    for (const part of ['gw.example', '3128', 'np12345-session-s1', 'secret-word', TARGET])
      expect(text).toContain(part);
  });

  it.each(SAMPLES)('$label never has an awkward password as it is', ({ id, write }) => {
    const text = write(endpoint({ password: AWKWARD }), TARGET);
    expect(text).not.toContain(AWKWARD);
    const forms: Record<string, string> = {
      php: `'a\\'b"c\\\\d$e@f:g/h%i j'`,
      selenium: `'a\\'b"c\\\\d$e@f:g/h%i j'`,
      playwright: `'a\\'b"c\\\\d$e@f:g/h%i j'`,
      java: JSON.stringify(AWKWARD),
    };
    const inUrl = encodeURIComponent(AWKWARD);
    const wanted = forms[id] ?? (id === 'curl' ? inUrl.replaceAll("'", `'\\''`) : inUrl);
    const inLiteral = text.includes(wanted) || text.includes(wanted.replaceAll("'", "\\'"));
    expect(inLiteral).toBe(true);
  });

  it.each(SAMPLES.filter(({ httpOnly }) => !httpOnly))(
    '$label goes by SOCKS5 where the proxy is of that protocol',
    ({ write }) => {
      expect(write(endpoint({ protocol: 'socks5', port: 1080 }), TARGET)).toMatch(/socks5/i);
    },
  );

  it('resolves names at the proxy with curl', () => {
    expect(findSample('curl').write(endpoint({ protocol: 'socks5', port: 1080 }), TARGET)).toBe(
      `curl -x 'socks5h://np12345-session-s1:secret-word@gw.example:1080' '${TARGET}'`,
    );
  });
});

describe('what a customer sees after a purchase', () => {
  const api = serveApi();

  const open = (ids: number[]) => renderAt(<ReadyPanel ids={ids} />, '/proxyhistory');

  it('should show the curl line of one proxy, masked, and lead to its page', async () => {
    api.on('GET /user/proxies', ok({ proxies: [proxy(), proxy({ id: 3 })] }));
    open([4]);
    const line = await screen.findByRole('region', { name: 'curl command' });
    expect(line).toHaveTextContent('np12345:••••••••@gw.example:3128');
    expect(screen.getByRole('link', { name: 'Connect' })).toHaveAttribute(
      'href',
      '/proxyhistory/4',
    );
  });

  it('should copy the lines of many proxies at once', async () => {
    const bought = [7, 8, 9].map((id) => datacenterProxy({ id, username: `np${id}` }));
    api.on('GET /user/proxies', ok({ proxies: [...bought, proxy()] }));
    open([7, 8, 9]);
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await person.click(await screen.findByRole('button', { name: 'Copy connection lines' }));
    expect(write.mock.lastCall?.[0].split('\n')).toEqual(
      [7, 8, 9].map((id) => `gw.example:3128:np${id}:secret-word`),
    );
    expect(screen.getByText('Your 3 proxies are ready')).toBeInTheDocument();
  });
});

const PROXY = 'GET /user/proxies/9';

const REPLACE = 'POST /user/proxies/9/replacement';

const REPLACED = 'This proxy has another address by now. Test it before you replace it again.';

const LIMIT = 'You can replace this one again after 12 Dec 2026, 10:00.';

describe('replacing the address of a proxy', () => {
  const api = serveApi({
    [`${PROXY}/endpoints`]: ok({ endpoints: [] }),
    [`${PROXY}/sub-users`]: ok({ sub_users: [], limit: 50 }),
    [`${PROXY}/usage`]: ok([]),
    [`${PROXY}/list-token`]: errorReply(404),
    [`${PROXY}/connections`]: ok({
      connections: [],
      total: 0,
      complete: true,
      show_targets: false,
    }),
    'GET /user/usage': ok({ projected_end_at: null }),
    'GET /user/proxies/tags': ok({ tags: [] }),
    'GET /pool/countries': ok([]),
  });

  const open = () =>
    renderAt(
      <Routes>
        <Route path="/proxyhistory/:id" element={<ProxyPage />} />
      </Routes>,
      '/proxyhistory/9',
    );
  const summary = async () => within(await screen.findByRole('region', { name: 'Summary' }));

  it('should send the reason, show a refusal in the dialog, then the new address on the page', async () => {
    api.on(PROXY, ok({ proxy: datacenterProxy({ ip: '203.0.113.1' }) }));
    api.on(REPLACE, errorReply(409, { code: 'REPLACEMENT_LIMIT', message: LIMIT }));
    open();
    await person.click((await summary()).getByRole('button', { name: 'Replace address' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/203\.0\.113\.1 stops working at once/)).toBeVisible();
    const submit = dialog.getByRole('button', { name: 'Replace address' });
    await person.click(submit);
    expect(await dialog.findByText('Choose what is wrong')).toBeVisible();
    expect(api.calls(REPLACE)).toHaveLength(0);
    await person.click(dialog.getByRole('radio', { name: 'Blocked: a website refuses it' }));
    await person.type(dialog.getByLabelText('Details (optional)'), ' example.com ');
    await person.click(submit);
    expect(await dialog.findByText(LIMIT)).toBeVisible();
    expect(openedMessages()).toEqual([]);

    const replaced = datacenterProxy({ ip: '203.0.113.2' });
    api.on(PROXY, ok({ proxy: replaced }));
    const message = 'Your proxy has a new address. Username and password stay the same.';
    api.on(REPLACE, ok({ proxy: replaced }, message));
    await person.click(submit);
    expect(await screen.findByText('203.0.113.2')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(openedMessages()).toEqual([message]);
    expect(api.calls(REPLACE).at(-1)?.body).toEqual({
      ...{ reason: 'blocked', details: 'example.com', address: '203.0.113.1' },
    });
  });

  it('should load the proxy again when somebody has replaced its address in the meantime', async () => {
    api.on(PROXY, ok({ proxy: datacenterProxy({ ip: '203.0.113.1' }) }));
    open();
    await person.click((await summary()).getByRole('button', { name: 'Replace address' }));
    const dialog = within(await screen.findByRole('dialog'));
    api.on(PROXY, ok({ proxy: datacenterProxy({ ip: '203.0.113.2' }) }));
    api.on(REPLACE, errorReply(409, { code: 'ADDRESS_REPLACED', message: REPLACED }));
    await person.click(dialog.getByRole('radio', { name: 'Slow' }));
    await person.click(dialog.getByRole('button', { name: 'Replace address' }));
    expect(await dialog.findByText(REPLACED)).toBeVisible();
    await waitFor(() => expect(screen.queryByText('203.0.113.1')).toBeNull());
    expect(screen.getByText('203.0.113.2')).toBeInTheDocument();
    expect(dialog.getByText(/203\.0\.113\.2 stops working at once/)).toBeVisible();
    expect(dialog.getByRole('radio', { name: 'Slow' })).toBeChecked();
  });

  it('should offer it only where the server does', async () => {
    for (const offered of [true, false]) {
      api.on(
        PROXY,
        ok({ proxy: datacenterProxy({ can_replace_address: offered, ip: '203.0.113.1' }) }),
      );
      const { unmount } = open();
      const shown = await summary();
      expect(shown.getByRole('switch', { name: 'Auto-renew' })).toBeVisible();
      expect(shown.queryAllByRole('button', { name: 'Replace address' })).toHaveLength(
        offered ? 1 : 0,
      );
      unmount();
    }
  });
});
