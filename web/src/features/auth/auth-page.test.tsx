import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session, TOKEN_KEY, USER_KEY } from '@/api/session';
import { loadSiteConfig } from '@/api/site-config';
import { ApiServer } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { ada, ok, refused } from '@/testing/samples';
import { openedMessages, resetMessages } from '@/testing/messages';
import AuthPage from './auth-page';

const LOGIN = 'POST /auth/login';
const REGISTER = 'POST /auth/register';

describe('the sign-in and sign-up card', () => {
  let api: ApiServer;

  beforeAll(async () => {
    api = await ApiServer.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.reset());
  afterEach(() => {
    act(() => session.logout());
    resetMessages();
  });

  const open = (address = '/auth') => ({
    ...renderAt(<AuthPage />, address),
    person: userEvent.setup({ delay: null }),
  });
  const title = () => screen.getByRole('heading', { level: 1 });
  const signInButton = () => screen.getByRole('button', { name: 'Sign In' });

  async function signIn(person: ReturnType<typeof userEvent.setup>) {
    await person.type(screen.getByLabelText('Email address'), ada.email);
    await person.type(screen.getByLabelText('Password'), 'long-enough');
    await person.click(signInButton());
  }

  // spec: C2.16
  it('begins with signing in, toggles to creating an account and back', async () => {
    const { person } = open();
    expect(title()).toHaveTextContent('Welcome Back');
    await person.click(screen.getByRole('button', { name: 'Sign up' }));
    expect(title()).toHaveTextContent('Create Account');
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(title()).toHaveTextContent('Welcome Back');
  });

  // spec: C2.17
  it('leads home and to the reset of the password, and offers Google', () => {
    open();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
  });

  // spec: C2.18
  it('shows the password when asked to, and hides it again', async () => {
    const { person } = open();
    const password = screen.getByLabelText('Password');
    expect(password).toHaveAttribute('type', 'password');
    await person.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveAttribute('type', 'text');
    await person.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password).toHaveAttribute('type', 'password');
  });

  // spec: C2.19, C3.3, C3.7, C4.2, C7.1, C8.31
  it('sends email and password once, says that it is busy, and keeps user and token', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    api.on(LOGIN, async () => {
      await held;
      return ok({ user: ada, token: 'bearer' });
    });
    const { person, router } = open('/auth?redirectTo=%2Ftransactions%3Fpage%3D2');
    await signIn(person);
    const busy = await screen.findByRole('button', { name: 'Signing In...' });
    expect(busy).toBeDisabled();
    release();
    await waitFor(() => expect(router.state.location.pathname).toBe('/transactions'));
    expect(router.state.location.search).toBe('?page=2');
    expect(api.calls(LOGIN).map(({ body }) => body)).toEqual([
      { email: ada.email, password: 'long-enough' },
    ]);
    expect(localStorage.getItem(TOKEN_KEY)).toBe('bearer');
    expect(JSON.parse(localStorage.getItem(USER_KEY) ?? '')).toEqual(ada);
    expect(openedMessages()).toContain('Login Successful!');
  });

  it('goes to the dashboard when no other page was asked for', async () => {
    api.on(LOGIN, ok({ user: ada, token: 'bearer' }));
    const { person, router } = open();
    await signIn(person);
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  // spec: C8.5
  it.each([
    ['the server’s message', { message: 'Email or password is wrong.' }],
    ['Authentication failed', {}],
  ])('tells a refused sign-in with %s', async (words, body) => {
    api.on(LOGIN, refused(401, body));
    const { person } = open();
    await signIn(person);
    const told = 'message' in body ? body.message : words;
    expect(await screen.findByRole('alert')).toHaveTextContent(told);
    expect(session.get()).toBeNull();
  });

  // spec: C5.2
  it('sends nothing without email and password', async () => {
    const { person } = open();
    await person.click(signInButton());
    expect(await screen.findByText('Please enter your email address')).toBeVisible();
    expect(screen.getByText('Please enter your password')).toBeVisible();
    expect(screen.getByLabelText('Email address')).toHaveAttribute('type', 'email');
    expect(api.received).toEqual([]);
  });

  // spec: C3.6, C4.1, C7.2, C8.32
  it('goes over to signing in after an account was made, and offers the link again', async () => {
    api.on(REGISTER, { status: 201, body: { success: true, message: 'Done', data: {} } });
    api.on('POST /auth/resend-verification', { body: { success: true, message: 'On its way.' } });
    const { person } = open('/auth?mode=register');
    await person.type(screen.getByLabelText('Full name'), ada.name);
    await person.type(screen.getByLabelText('Email address'), ada.email);
    await person.type(screen.getByLabelText('Password'), 'long-enough');
    await person.type(screen.getByLabelText('Confirm password'), 'long-enough');
    await person.click(screen.getByRole('button', { name: 'Create Account' }));
    expect(
      await screen.findByText(
        'Account created successfully! Check your email inbox or spam box for verification link. Please login to continue.',
      ),
    ).toBeInTheDocument();
    await waitFor(() => expect(title()).toHaveTextContent('Welcome Back'));
    expect(api.calls(REGISTER).map(({ body }) => body)).toEqual([
      {
        name: ada.name,
        email: ada.email,
        password: 'long-enough',
        confirmPassword: 'long-enough',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      },
    ]);
    await person.click(await screen.findByRole('button', { name: 'Send the link again' }));
    expect(await screen.findByText('On its way.')).toBeInTheDocument();
    expect(api.calls('POST /auth/resend-verification')[0]?.body).toEqual({ email: ada.email });
  });

  describe('with Google', () => {
    const press = async () => {
      const { person } = open();
      await person.click(screen.getByRole('button', { name: 'Continue with Google' }));
    };

    // spec: C8.9
    it('says that it is not initialized while the server tells nothing about it', async () => {
      api.on('GET /auth/config', refused(503));
      await press();
      expect(await screen.findByText('Google OAuth not initialized')).toBeInTheDocument();
    });

    // spec: C8.6
    it('says that it is not configured where it is switched off', async () => {
      api.on('GET /auth/config', ok({ google: false, site_name: 'NairaProxy' }));
      await act(async () => void (await loadSiteConfig()));
      await press();
      expect(await screen.findByText('Google OAuth is not configured')).toBeInTheDocument();
    });

    it('leaves for Google where it is on', async () => {
      // What jsdom says in the place of leaving the page.
      const left = jest.spyOn(console, 'error').mockImplementation(() => undefined);
      api.on('GET /auth/config', ok({ google: true, site_name: 'NairaProxy' }));
      await act(async () => void (await loadSiteConfig()));
      await press();
      expect(left.mock.calls.join()).toContain('navigation');
      left.mockRestore();
    });
  });

  // spec: C9.16
  it('sends nobody to the inbox where an address need not be proven', async () => {
    const config = { google: false, email_verification: false, site_name: 'NairaProxy' };
    api.on('GET /auth/config', ok(config));
    await act(async () => void (await loadSiteConfig()));
    api.on(REGISTER, { status: 201, body: { success: true, data: {} } });
    const { person } = open('/auth?mode=register');
    await person.type(screen.getByLabelText('Full name'), ada.name);
    await person.type(screen.getByLabelText('Email address'), ada.email);
    await person.type(screen.getByLabelText('Password'), 'long-enough');
    await person.type(screen.getByLabelText('Confirm password'), 'long-enough');
    await person.click(screen.getByRole('button', { name: 'Create Account' }));
    await waitFor(() => expect(title()).toHaveTextContent('Welcome Back'));
    expect(openedMessages()).toEqual(['Account created successfully! Please login to continue.']);
    expect(screen.queryByRole('button', { name: 'Send the link again' })).not.toBeInTheDocument();
  });
});
