import { screen, waitFor } from '@testing-library/react';
import { person } from '@/testing/person';
import { session, TOKEN_KEY, USER_KEY } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { ada, ok, errorReply } from '@/testing/samples';
import { configureSite } from '@/testing/site';
import { openedMessages, visibleMessages } from '@/testing/messages';
import AuthPage from './auth-page';

const LOGIN = 'POST /auth/login';
const REGISTER = 'POST /auth/register';

describe('AuthPage', () => {
  const api = serveApi();

  const open = (address = '/auth') => renderAt(<AuthPage />, address);
  const title = () => screen.getByRole('heading', { level: 1 });
  const signInButton = () => screen.getByRole('button', { name: 'Sign In' });

  async function signIn() {
    await person.type(screen.getByLabelText('Email address'), ada.email);
    await person.type(screen.getByLabelText('Password'), 'long-enough');
    await person.click(signInButton());
  }

  it('should show the sign-in first and switch to registration and back', async () => {
    open();
    expect(title()).toHaveTextContent('Welcome Back');
    await person.click(screen.getByRole('button', { name: 'Sign up' }));
    expect(title()).toHaveTextContent('Create Account');
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(title()).toHaveTextContent('Welcome Back');
  });

  it('should link to the landing page and the password reset, and offer Google', () => {
    open();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
  });

  it('should toggle the visibility of the password', async () => {
    open();
    const password = screen.getByLabelText('Password');
    expect(password).toHaveAttribute('type', 'password');
    await person.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveAttribute('type', 'text');
    await person.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password).toHaveAttribute('type', 'password');
  });

  it('should send email and password once, show a busy state, and store user and token', async () => {
    const release = api.hold(LOGIN, ok({ user: ada, token: 'bearer' }));
    const { router } = open('/auth?redirectTo=%2Ftransactions%3Fpage%3D2');
    await signIn();
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

  it('should clear what it said about a wrong password when another is typed', async () => {
    api.on(LOGIN, errorReply(401, { message: 'Invalid email or password.' }));
    open();
    await signIn();
    expect(await screen.findByText('Invalid email or password.')).toBeVisible();
    await person.type(screen.getByLabelText('Password'), '!');
    await waitFor(() => expect(visibleMessages()).toEqual([]));
  });

  it('should ask for the code of an account with two-factor authentication, and keep the password', async () => {
    api.on(LOGIN, ({ body }) => {
      const { code } = body as { code?: string };
      if (code === '493021') return ok({ user: ada, token: 't' });
      return errorReply(401, {
        code: code === undefined ? 'SECOND_FACTOR_REQUIRED' : 'INVALID_SECOND_FACTOR',
        message: code === undefined ? 'A code is needed.' : 'That code is wrong.',
      });
    });
    open();
    await signIn();
    const code = await screen.findByLabelText('Code from your authenticator app');
    await waitFor(() => expect(code).toHaveFocus());
    expect(openedMessages()).toEqual([]);
    await person.type(code, '000000');
    await person.click(signInButton());
    await waitFor(() => expect(openedMessages()).toEqual(['That code is wrong.']));
    await person.clear(code);
    await person.type(code, '493021');
    await person.click(signInButton());
    await waitFor(() => expect(session.token()).toBe('t'));
    expect(api.calls(LOGIN).at(-1)!.body).toEqual({
      email: ada.email,
      password: 'long-enough',
      code: '493021',
    });
  });

  it('should ask for no code once another email is entered', async () => {
    api.on(LOGIN, ({ body }) => {
      const { email } = body as { email: string };
      return email === ada.email
        ? errorReply(401, { code: 'SECOND_FACTOR_REQUIRED', message: 'A code is needed.' })
        : ok({ user: ada, token: 't' });
    });
    open();
    await signIn();
    await screen.findByLabelText('Code from your authenticator app');
    await person.type(screen.getByLabelText('Email address'), '.ng');
    expect(screen.queryByLabelText('Code from your authenticator app')).not.toBeInTheDocument();
    await person.click(signInButton());
    await waitFor(() => expect(session.token()).toBe('t'));
  });

  it('should open the dashboard when no other page was requested', async () => {
    api.on(LOGIN, ok({ user: ada, token: 'bearer' }));
    const { router } = open();
    await signIn();
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  it.each([
    ['the server’s message', { message: 'Email or password is wrong.' }],
    ['Authentication failed', {}],
  ])('should show a rejected sign-in with %s', async (words, body) => {
    api.on(LOGIN, errorReply(401, body));
    open();
    await signIn();
    const told = 'message' in body ? body.message : words;
    expect(await screen.findByRole('alert')).toHaveTextContent(told);
    expect(session.get()).toBeNull();
  });

  it('should fill in the email that a verification or a password reset passes on', () => {
    renderAt(<AuthPage />, { pathname: '/auth', state: { email: ada.email } });
    expect(screen.getByLabelText('Email address')).toHaveValue(ada.email);
  });

  it('should pass a typed email on to the password reset', async () => {
    const { router } = open();
    await person.type(screen.getByLabelText('Email address'), ada.email);
    await person.click(screen.getByRole('link', { name: 'Forgot password?' }));
    expect(router.state.location).toMatchObject({
      pathname: '/forgot-password',
      state: { email: ada.email },
    });
  });

  it('should send no request without email and password', async () => {
    open();
    await person.click(signInButton());
    expect(await screen.findByText('Please enter your email address')).toBeVisible();
    expect(screen.getByText('Please enter your password')).toBeVisible();
    expect(screen.getByLabelText('Email address')).toHaveAttribute('type', 'email');
    expect(api.received).toEqual([]);
  });

  it('should switch to the sign-in after registration and offer to resend the link', async () => {
    api.on(REGISTER, ok({}, 'Done'));
    api.on('POST /auth/resend-verification', ok(undefined, 'On its way.'));
    open('/auth?mode=register');
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
    expect(screen.getByLabelText('Email address')).toHaveValue(ada.email);
    await person.click(await screen.findByRole('button', { name: 'Send the link again' }));
    expect(await screen.findByText('On its way.')).toBeInTheDocument();
    expect(api.calls('POST /auth/resend-verification')[0]?.body).toEqual({ email: ada.email });
  });

  describe('with Google', () => {
    const press = async () => {
      open();
      await person.click(screen.getByRole('button', { name: 'Continue with Google' }));
    };

    it('should show that it is not initialized until the configuration is loaded', async () => {
      api.on('GET /auth/config', errorReply(503));
      await press();
      expect(await screen.findByText('Google OAuth not initialized')).toBeInTheDocument();
    });

    it('should show that it is not configured when it is disabled', async () => {
      await configureSite(api, { google: false });
      await press();
      expect(await screen.findByText('Google OAuth is not configured')).toBeInTheDocument();
    });

    it('should navigate to Google when it is enabled', async () => {
      // jsdom logs an error instead of navigating.
      const left = jest.spyOn(console, 'error').mockImplementation(() => undefined);
      await configureSite(api, { google: true });
      await press();
      expect(left.mock.calls.join()).toContain('navigation');
      left.mockRestore();
    });
  });

  it('should not mention the inbox when emails need no verification', async () => {
    const config = { google: false, email_verification: false, site_name: 'NairaProxy' };
    await configureSite(api, config);
    api.on(REGISTER, ok({}));
    open('/auth?mode=register');
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
