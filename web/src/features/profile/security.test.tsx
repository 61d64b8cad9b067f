import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { Security } from './security';

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
