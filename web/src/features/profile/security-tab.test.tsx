import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, ada } from '@/testing/samples';
import { AccountAddresses } from './security-tab';
import { session } from '@/api/session';
import { Security } from './security';
import TwoFactor from './two-factor';

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

const device = (id: string, current: boolean, user_agent: string) => ({
  id,
  current,
  user_agent,
  ip: '203.0.113.7',
  created_at: '2026-11-01T08:00:00Z',
  last_seen_at: '2026-11-20T08:00:00Z',
  expires_at: '2026-12-01T08:00:00Z',
});

const here = device('a', true, 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36');

const away = device('b', false, 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0');

describe('the session list', () => {
  const api = serveApi({
    'GET /profile/sessions': () => ok(sessions),
  });
  let sessions = [here, away];

  beforeEach(() => {
    sessions = [here, away];
    session.start({
      token: 't',
      user: {
        id: 1,
        name: 'Ada',
        email: 'ada@example.com',
        role: 'user',
        wallet_balance: 0,
        created_at: '2026-01-01T00:00:00Z',
        email_verified_at: null,
      },
    });
  });

  it('should mark the current device and end another session', async () => {
    api.on('DELETE /profile/sessions/b', () => {
      sessions = [here];
      return ok(undefined, 'That device has been signed out.');
    });
    renderAt(<Security />);
    const row = (await screen.findByText('This device')).closest('li');
    expect(within(row as HTMLElement).getByText('Chrome on Windows')).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: /^End session of Firefox on Linux/ }));
    expect(await screen.findByText('That device has been signed out.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('Firefox on Linux')).not.toBeInTheDocument());
    expect(session.get()).not.toBeNull();
  });

  it('should ask for the password when the sign-in is old, and then end the session by itself', async () => {
    api.on('DELETE /profile/sessions/b', ({ headers }) => {
      if (headers.authorization !== 'Bearer fresh')
        return errorReply(403, { code: 'REAUTHENTICATION_REQUIRED', message: 'Confirm it.' });
      sessions = [here];
      return ok(undefined, 'That device has been signed out.');
    });
    api.on('POST /auth/reauthenticate', ({ body, headers }) => {
      expect(headers.authorization).toBe('Bearer t');
      const { password, code } = body as { password: string; code?: string };
      if (password !== 'right-one')
        return errorReply(422, { errors: { password: ['Your password is incorrect.'] } });
      if (!code)
        return errorReply(422, { errors: { code: ['Please enter the code of your app'] } });
      return ok({ token: 'fresh', user: session.get()?.user });
    });
    renderAt(<Security />);
    const press = async (name: string | RegExp) =>
      person.click(await screen.findByRole('button', { name }));
    await press(/^End session of Firefox on Linux/);
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    const confirm = () => person.click(dialog.getByRole('button', { name: 'Confirm' }));
    await person.type(dialog.getByLabelText('Your password'), 'wrong');
    await confirm();
    expect(
      await dialog.findByText('Your password is incorrect.', { exact: true }),
    ).toBeInTheDocument();
    await person.clear(dialog.getByLabelText('Your password'));
    await waitFor(() => expect(screen.queryByText('Your password is incorrect.')).toBeNull());
    await person.type(dialog.getByLabelText('Your password'), 'right-one');
    await confirm();
    await person.type(await dialog.findByLabelText('Code from your authenticator app'), '493021');
    await confirm();
    expect(await screen.findByText('That device has been signed out.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(session.token()).toBe('fresh');
    expect(api.calls('DELETE /profile/sessions/b')).toHaveLength(2);
  });

  it('should lead to Google one who has no password to confirm with', async () => {
    session.refreshUser({ ...session.get()!.user, has_password: false });
    api.on(
      'DELETE /profile/sessions/b',
      errorReply(403, { code: 'REAUTHENTICATION_REQUIRED', message: 'Nothing was changed.' }),
    );
    renderAt(<Security />);
    await person.click(
      await screen.findByRole('button', { name: /^End session of Firefox on Linux/ }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    expect(dialog.getByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
      'href',
      '/api/v1/auth/google/redirect',
    );
    expect(dialog.queryByLabelText('Your password')).toBeNull();
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Nothing was changed.')).toBeInTheDocument();
  });

  it('should change nothing when the confirmation is cancelled', async () => {
    api.on(
      'DELETE /profile/sessions/b',
      errorReply(403, { code: 'REAUTHENTICATION_REQUIRED', message: 'Nothing was changed.' }),
    );
    renderAt(<Security />);
    await person.click(
      await screen.findByRole('button', { name: /^End session of Firefox on Linux/ }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Nothing was changed.')).toBeInTheDocument();
    expect(api.calls('DELETE /profile/sessions/b')).toHaveLength(1);
  });

  it('should end two sessions concurrently', async () => {
    const other = device('c', false, 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Firefox/145.0');
    sessions = [here, away, other];
    const held: (() => void)[] = [];
    for (const id of ['b', 'c'])
      api.on(`DELETE /profile/sessions/${id}`, async () => {
        await new Promise<void>((go) => held.push(go));
        sessions = sessions.filter((kept) => kept.id !== id);
        return ok(undefined, 'Signed out.');
      });
    renderAt(<Security />);
    for (const name of [/^End session of Firefox on Linux/, /^End session of Firefox on Windows/])
      await person.click(await screen.findByRole('button', { name }));
    expect(screen.getAllByRole('button', { name: /^Ending\.\.\./ })).toHaveLength(2);
    await waitFor(() => expect(held).toHaveLength(2));
    held.forEach((go) => go());
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  });

  it('should sign out without requesting the list afterwards', async () => {
    api.on('POST /auth/logout', ok(undefined, 'Bye.'));
    renderAt(<Security />);
    await person.click(await screen.findByRole('button', { name: /^Sign out here/ }));
    await waitFor(() => expect(session.get()).toBeNull());
    expect(api.calls('GET /profile/sessions')).toHaveLength(1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('Two-factor authentication of a customer', () => {
  const api = serveApi({
    'GET /user/second-factor': () =>
      ok({
        enabled,
        enabled_at: enabled ? '2026-11-20T08:00:00Z' : null,
        recovery_codes_left: enabled ? 9 : 0,
      }),
  });
  let enabled: boolean;
  beforeEach(() => {
    enabled = false;
    session.start({ token: 't', user: ada });
  });

  it('should be set up with the calls of customers, and show the recovery codes', async () => {
    api.on(
      'POST /user/second-factor/begin',
      ok({ secret: SECRET, otpauth_uri: `otpauth://totp/Shop:ada?secret=${SECRET}` }),
    );
    api.on('POST /user/second-factor/confirm', () => {
      enabled = true;
      return ok({ recovery_codes: ['aaaa-bbbb-cccc-dddd'] });
    });
    renderAt(<TwoFactor />);
    await person.type(await screen.findByLabelText('Your password'), 'long-enough');
    await person.click(screen.getByRole('button', { name: 'Set Up' }));
    expect(await screen.findByLabelText('Key')).toHaveValue(SECRET);
    await person.type(screen.getByLabelText('Code from the app'), '493021');
    await person.click(screen.getByRole('button', { name: 'Turn On' }));
    const codes = within(await screen.findByRole('list', { name: 'Recovery codes' }));
    expect(codes.getByText('aaaa-bbbb-cccc-dddd')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'I have saved them' }));
    expect(await screen.findByText('9 recovery codes left')).toBeVisible();
  });

  it('should tell who only signs in with Google to set a password first', async () => {
    const text = 'Your account has no password yet.';
    api.on('POST /user/second-factor/begin', errorReply(422, { errors: { password: [text] } }));
    renderAt(<TwoFactor />);
    await person.type(await screen.findByLabelText('Your password'), 'none');
    await person.click(screen.getByRole('button', { name: 'Set Up' }));
    expect(await screen.findByText(text)).toBeVisible();
  });
});
