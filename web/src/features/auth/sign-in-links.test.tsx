import GoogleCallbackPage, { parseGoogleCallback } from './google-callback-page';
import { screen, waitFor, act, fireEvent } from '@testing-library/react';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, ada } from '@/testing/samples';
import { openedMessages } from '@/testing/messages';
import { forgetInvitation, readInvitation } from './invitation';
import { person } from '@/testing/person';
import StopProposalPage from './stop-proposal-page';
import { openApp } from '@/testing/open-app';
import { adminUser } from '@/testing/staff';

const opened = (query: Record<string, string>) => parseGoogleCallback(new URLSearchParams(query));

const user = JSON.stringify({ name: 'Ada' });

describe('parsing the Google callback URL', () => {
  it('should return the code and the user’s name', () => {
    expect(opened({ success: 'true', token: 'one-time', user })).toEqual({
      kind: 'success',
      code: 'one-time',
      name: 'Ada',
    });
  });

  it.each([
    ['the reason it gives', { error: 'No such account.' }, 'No such account.'],
    ['a cancelled sign-in', { error: 'access_denied' }, 'You cancelled the Google sign-in.'],
    [
      'an outage',
      { error: 'temporarily_unavailable' },
      'Google did not answer. Please try again in a minute.',
    ],
    ['another code', { error: 'invalid_request' }, 'Google refused the sign-in. Please try again.'],
    ['a reason beside a code', { success: 'true', token: 't', user, error: 'No' }, 'No'],
    ['no word of success', { token: 't', user }, 'Authentication failed'],
    ['no code', { success: 'true', user }, 'Authentication failed'],
    ['nothing at all', {}, 'Authentication failed'],
    [
      'a user that is no JSON',
      { success: 'true', token: 't', user: '{oops' },
      'Invalid user data received',
    ],
    [
      'a user that is none',
      { success: 'true', token: 't', user: '7' },
      'Invalid user data received',
    ],
    ['no user', { success: 'true', token: 't' }, 'Invalid user data received'],
  ])('should reject a URL with %s', (_what, query, message) => {
    expect(opened(query)).toEqual({ kind: 'failure', message });
  });
});

describe('GoogleCallbackPage', () => {
  const user = {
    id: 7,
    name: 'Ada',
    email: 'ada@example.com',
    role: 'user',
    wallet_balance: 0,
    created_at: '2026-01-01T00:00:00Z',
    email_verified_at: '2026-01-01T00:00:00Z',
  };

  const ROUTE = 'POST /auth/google/verify-token';

  const PAGE = '/auth/google/callback';

  const arriving = `${PAGE}?${new URLSearchParams({
    success: 'true',
    token: 'one-time',
    user: JSON.stringify({ name: 'Ada' }),
  }).toString()}`;

  const api = serveApi();

  it('should exchange the code once, remove it from the URL and open the dashboard', async () => {
    let addressDuringTheCall = '';
    const view = renderAt(<GoogleCallbackPage />, arriving);
    api.on(ROUTE, () => {
      addressDuringTheCall = view.router.state.location.search;
      return ok({ token: 'bearer', user });
    });
    expect(screen.getByText('Finishing your sign-in with Google...')).toBeInTheDocument();
    await waitFor(() => expect(view.router.state.location.pathname).toBe('/dashboard'));
    expect(api.calls(ROUTE).map(({ body }) => body)).toEqual([{ access_token: 'one-time' }]);
    expect(addressDuringTheCall).toBe('');
    expect(session.get()).toMatchObject({ token: 'bearer', user: { name: 'Ada' } });
    expect(await screen.findByText('Successfully authenticated with Google!')).toBeInTheDocument();
  });

  it('should show why the code was rejected and link to the sign-in', async () => {
    api.on(
      ROUTE,
      errorReply(401, { code: 'GOOGLE_FAILED', message: 'Google OAuth authentication failed' }),
    );
    renderAt(<GoogleCallbackPage />, arriving);
    const title = await screen.findByRole('heading', { name: 'Sign-in failed' });
    expect(title.closest('[role=alert]')).toHaveTextContent('Google OAuth authentication failed');
    expect(openedMessages()).toEqual(['Google OAuth authentication failed']);
    expect(screen.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/auth');
    expect(session.get()).toBeNull();
  });

  it('should send no request when the URL contains an error', async () => {
    const view = renderAt(<GoogleCallbackPage />, `${PAGE}?error=Google+OAuth+is+not+configured`);
    expect(await screen.findByRole('alert')).toHaveTextContent('Google OAuth is not configured');
    await waitFor(() => expect(view.router.state.location.search).toBe(''));
    expect(api.received).toEqual([]);
  });
});

const params = (query: string) => new URLSearchParams(query);

describe('readInvitation', () => {
  afterEach(forgetInvitation);

  it('should keep the code of a link for a visitor who signs up later', () => {
    expect(readInvitation(params(''))).toBeUndefined();
    expect(readInvitation(params('mode=register&ref=7kq2m9xa'))).toBe('7KQ2M9XA');
    expect(readInvitation(params('mode=register'))).toBe('7KQ2M9XA');
    expect(readInvitation(params('ref=ADA23456'))).toBe('ADA23456');
    forgetInvitation();
    expect(readInvitation(params(''))).toBeUndefined();
  });

  it.each(['<script>', '7KQ2M9XA7', 'O0I1l', ''])('should ignore %j', (code) => {
    expect(readInvitation(new URLSearchParams({ ref: code }))).toBeUndefined();
  });
});

const STOP = 'POST /admin/approvals/stop';

describe('StopProposalPage', () => {
  const api = serveApi();
  const open = (query = '?id=12&signature=s1g') =>
    renderAt(<StopProposalPage />, `/stop-proposal${query}`);
  const press = () => person.click(screen.getByRole('button', { name: 'Stop the proposal' }));

  it('should stop the proposal of the link only when the button is pressed', async () => {
    api.on(STOP, ok(undefined, 'The proposal was stopped. No money has moved.'));
    open();
    expect(screen.getByRole('heading', { name: 'Stop proposal #12?' })).toBeInTheDocument();
    expect(api.calls(STOP)).toEqual([]);
    await press();
    expect(await screen.findByRole('status')).toHaveTextContent('No money has moved.');
    expect(api.calls(STOP)[0]?.body).toEqual({ id: 12, signature: 's1g' });
  });

  it('should say why nothing was stopped', async () => {
    api.on(STOP, errorReply(409, { message: 'This proposal was decided before: it is approved.' }));
    open();
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent('decided before: it is approved.');
  });

  it('should refuse an incomplete link', () => {
    open('?signature=s1g');
    expect(screen.getByRole('alert')).toHaveTextContent('This link is incomplete.');
  });
});

const CHANGE = 'PUT /profile/change-password';

describe('FirstPasswordPage', () => {
  const api = serveApi({
    'GET /user/info': () =>
      ok({ user: { ...session.get()?.user, must_change_password: mustChange } }),
  });
  let app: ReturnType<typeof openApp>;
  let mustChange: boolean;

  beforeEach(() => (mustChange = true));

  const signIn = (user: typeof ada) =>
    session.start({ token: 't', user: { ...user, must_change_password: true } });
  const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name });
  const fill = (first: string, next: string, again = next) => {
    fireEvent.change(screen.getByLabelText('First password'), { target: { value: first } });
    fireEvent.change(screen.getByLabelText('New password'), { target: { value: next } });
    fireEvent.change(screen.getByLabelText('Confirm new password'), { target: { value: again } });
    fireEvent.click(screen.getByRole('button', { name: 'Save Password' }));
  };

  it.each([
    ['a customer', ada, '/wallet', 'Wallet'],
    ['staff', adminUser, '/admin/dashboard', 'Admin Dashboard'],
  ])(
    'should open nothing else to %s before the change, then the page asked for',
    async (_who, user, page, title) => {
      signIn(user);
      app = openApp(page);
      await findTitle('Choose your own password');
      expect(app.url()).toBe(`/change-password?redirectTo=${encodeURIComponent(page)}`);
      await act(() => app.router.navigate(user === ada ? '/profile' : '/admin/users'));
      await findTitle('Choose your own password');
      api.on(CHANGE, () => {
        mustChange = false;
        return ok(undefined, 'Password changed successfully');
      });
      await act(() => app.router.navigate(page));
      await findTitle('Choose your own password');
      fill('kettle-hill', 'blue-kettle-on-a-hill');
      await waitFor(() => expect(app.url()).toBe(page));
      expect(api.calls(CHANGE)[0]?.body).toEqual({
        old_password: 'kettle-hill',
        new_password: 'blue-kettle-on-a-hill',
        new_password_confirmation: 'blue-kettle-on-a-hill',
      });
      await findTitle(title);
    },
  );

  it('should check the form and show what the server refuses beside its field', async () => {
    signIn(ada);
    app = openApp('/wallet');
    await findTitle('Choose your own password');
    fill('', 'short', 'other');
    for (const text of [
      'Please enter your current password',
      'New password must be at least 8 characters long',
      'New password and confirm password do not match',
    ])
      expect(await screen.findByText(text)).toBeInTheDocument();
    expect(api.calls(CHANGE)).toEqual([]);
    const refusal = 'Please choose another password than the one you were given.';
    api.on(CHANGE, errorReply(422, { errors: { new_password: [refusal] } }));
    fill('kettle-hill', 'kettle-hill');
    expect(
      await screen.findByText(refusal, { selector: '.ant-form-item-explain-error' }),
    ).toBeInTheDocument();
    expect(session.get()?.user.must_change_password).toBe(true);
  });

  it('should not open to somebody who has a password of their own', async () => {
    mustChange = false;
    session.start({ token: 't', user: ada });
    app = openApp('/change-password?redirectTo=%2Fwallet');
    await waitFor(() => expect(app.url()).toBe('/wallet'));
  });

  it('should sign out', async () => {
    signIn(ada);
    api.on('POST /auth/logout', ok({}));
    app = openApp('/dashboard');
    await findTitle('Choose your own password');
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(app.url()).toBe('/'));
    expect(session.get()).toBeNull();
  });
});
