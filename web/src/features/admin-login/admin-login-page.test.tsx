import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '@/api/session';
import { setUpApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { adminUser } from '@/testing/staff';
import AdminLoginPage from './admin-login-page';

const LOGIN = 'POST /auth/admin/login';
const FAILED = 'Admin authentication failed';

describe('AdminLoginPage', () => {
  const api = setUpApi();

  const open = (address = '/admin/login') => ({
    ...renderAt(<AdminLoginPage />, address),
    person: userEvent.setup({ delay: null }),
  });
  const button = () => screen.getByRole('button', { name: 'Sign In to Admin Panel' });

  async function signIn(address?: string) {
    const { person, router } = open(address);
    await person.type(screen.getByLabelText('Admin email'), adminUser.email);
    await person.type(screen.getByLabelText('Password'), 'long-enough');
    await person.click(button());
    return router;
  }

  it('shows email, password with a show/hide toggle, and a link home', async () => {
    const { person } = open();
    expect(screen.getByText('Authorized personnel only')).toBeInTheDocument();
    expect(screen.getByLabelText('Admin email')).toBeRequired();
    const password = screen.getByLabelText('Password');
    expect(password).toBeRequired();
    expect(password).toHaveAttribute('type', 'password');
    await person.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveAttribute('type', 'text');
    await person.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password).toHaveAttribute('type', 'password');
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  });

  it('sends no request before both fields are filled in', async () => {
    const { person } = open();
    await person.click(button());
    expect(await screen.findByText('Please enter your admin email')).toBeInTheDocument();
    expect(screen.getByText('Please enter your password')).toBeInTheDocument();
    expect(api.calls(LOGIN)).toEqual([]);
  });

  it('shows Signing In... while busy and sends one request', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    api.on(LOGIN, async () => {
      await held;
      return ok({ token: 't', user: adminUser });
    });
    const { person } = open();
    await person.type(screen.getByLabelText('Admin email'), adminUser.email);
    await person.type(screen.getByLabelText('Password'), 'long-enough{Enter}');
    expect(await screen.findByRole('button', { name: 'Signing In...' })).toBeDisabled();
    release();
    await waitFor(() => expect(session.get()).not.toBeNull());
    expect(api.calls(LOGIN).map(({ body }) => body)).toEqual([
      { email: adminUser.email, password: 'long-enough' },
    ]);
  });

  it.each([
    ['admin', '/admin/login', '/admin/dashboard'],
    ['sub-admin', '/admin/login?redirectTo=%2Fadmin%2Faudit%3Fpage%3D2', '/admin/audit?page=2'],
  ])('signs in the role %s from %s and opens %s', async (role, from, to) => {
    api.on(LOGIN, ok({ token: 't', user: { ...adminUser, role } }));
    const router = await signIn(from);
    expect(await screen.findByText('Admin login successful!')).toBeInTheDocument();
    expect(router.state.location.pathname + router.state.location.search).toBe(to);
    expect(session.get()).toMatchObject({ token: 't', user: { role } });
  });

  it.each([
    [
      'the server refuses',
      errorReply(403, { message: 'Access denied. Admin privileges required.' }),
    ],
    ['the answer is about a customer', ok({ token: 't', user: { ...adminUser, role: 'user' } })],
  ])('denies access when %s', async (_case, reply) => {
    api.on(LOGIN, reply);
    await signIn();
    expect(
      await screen.findByText('Access denied. Admin privileges required.'),
    ).toBeInTheDocument();
    expect(session.get()).toBeNull();
  });

  it.each([
    ['no token', { user: adminUser }],
    ['no user', { token: 't' }],
  ])('ignores a response with %s', async (_case, data) => {
    api.on(LOGIN, ok(data));
    await signIn();
    expect(await screen.findByText(FAILED)).toBeInTheDocument();
    expect(session.get()).toBeNull();
  });

  it('asks for a two-factor code only when the account has two-factor authentication', async () => {
    const replies = [
      errorReply(401, { code: 'SECOND_FACTOR_REQUIRED', message: 'A code is needed.' }),
      errorReply(401, { code: 'INVALID_SECOND_FACTOR', message: 'That code is not right.' }),
      ok({ token: 't', user: adminUser }),
    ];
    api.on(LOGIN, () => replies.shift() ?? {});
    await signIn();
    const code = await screen.findByLabelText('Code from your authenticator app');
    expect(screen.queryByText('A code is needed.')).not.toBeInTheDocument();
    await userEvent.type(code, '000000{Enter}');
    expect(await screen.findByText('That code is not right.')).toBeInTheDocument();
    await userEvent.clear(code);
    await userEvent.type(code, '493021{Enter}');
    await waitFor(() => expect(session.get()).not.toBeNull());
    expect(api.calls(LOGIN).map(({ body }) => (body as { code?: string }).code)).toEqual([
      undefined,
      '000000',
      '493021',
    ]);
  });

  it('shows the message of the server, or that authentication failed', async () => {
    const replies = [
      errorReply(401, { message: 'Invalid email or password.' }),
      errorReply(401, { message: '' }),
    ];
    api.on(LOGIN, () => replies.shift() ?? {});
    await signIn();
    expect(await screen.findByText('Invalid email or password.')).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign In to Admin Panel' }));
    expect(await screen.findByText(FAILED)).toBeInTheDocument();
  });

  it('leads to the reset by email when the first password has expired', async () => {
    const message = 'Your first password was valid for 72 hours.';
    api.on(LOGIN, errorReply(403, { code: 'FIRST_PASSWORD_EXPIRED', message }));
    await signIn();
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  });
});
