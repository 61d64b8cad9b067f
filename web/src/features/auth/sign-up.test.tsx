import { screen, waitFor, within, render } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, ada } from '@/testing/samples';
import { readInvitation } from './invitation';
import { SignUpForm } from './sign-up-form';
import { session } from '@/api/session';
import { openApp } from '@/testing/open-app';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { createQueryClient } from '@/api/query-client';
import { paths } from '@/lib/paths';
import { openedMessages, resetMessages } from '@/testing/messages';
import VerifyEmailPage from './verify-email-page';

describe('SignUpForm', () => {
  const api = serveApi();

  async function fillIn(confirm = 'long-enough') {
    await person.type(screen.getByLabelText('Full name'), 'Ada');
    await person.type(screen.getByLabelText('Email address'), 'ada@example.com');
    await person.type(screen.getByLabelText('Password'), 'long-enough');
    await person.type(screen.getByLabelText('Confirm password'), confirm);
  }
  const submit = () => screen.getByRole('button', { name: 'Create Account' });

  it('should send no request while the passwords differ', async () => {
    renderAt(<SignUpForm onRegistered={jest.fn()} />);
    await fillIn('different');
    await person.click(submit());
    expect(await screen.findByText('Passwords do not match')).toBeVisible();
    expect(api.received).toEqual([]);
  });

  it('should require name, email and password before sending a request', async () => {
    renderAt(<SignUpForm onRegistered={jest.fn()} />);
    await person.click(submit());
    for (const words of [
      'Please enter your name',
      'Please enter your email address',
      'Please enter a password',
    ])
      expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByLabelText('Email address')).toHaveAttribute('type', 'email');
    expect(api.received).toEqual([]);
  });

  it('should say what the customer agrees to', () => {
    renderAt(<SignUpForm onRegistered={jest.fn()} />);
    const consent = screen.getByText(/^By creating an account/);
    expect(consent).toHaveTextContent(
      'By creating an account you confirm that you are 18 or older and accept the Terms of Service and Privacy Policy.',
    );
    const links = within(consent).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/terms-of-service',
      '/privacy-policy',
    ]);
  });

  it('should use a fallback message when the server sends none', async () => {
    api.on('POST /auth/register', errorReply(500));
    renderAt(<SignUpForm onRegistered={jest.fn()} />);
    await fillIn();
    await person.click(submit());
    expect(await screen.findByText('Authentication failed')).toBeInTheDocument();
  });

  it('should send one request and show a busy state', async () => {
    const release = api.hold('POST /auth/register', ok({}, 'ok'));
    const registered = jest.fn();
    renderAt(<SignUpForm onRegistered={registered} />);
    await fillIn();
    await person.click(submit());
    const busy = await screen.findByRole('button', { name: 'Creating Account...' });
    expect(busy).toBeDisabled();
    await person.click(busy);
    release();
    await waitFor(() => expect(registered).toHaveBeenCalledWith('ada@example.com'));
    expect(api.calls('POST /auth/register')).toHaveLength(1);
    expect(await screen.findByText(/^Account created successfully!/)).toBeInTheDocument();
    expect(screen.getByLabelText('Full name')).toHaveValue('');
  });

  it('should send the code of the invitation, and forget it once the account is open', async () => {
    expect(readInvitation(new URLSearchParams('ref=7KQ2M9XA'))).toBe('7KQ2M9XA');
    api.on('POST /auth/register', ok({}));
    const registered = jest.fn();
    renderAt(<SignUpForm invitation="7KQ2M9XA" onRegistered={registered} />);
    await fillIn();
    await person.click(submit());
    await waitFor(() => expect(registered).toHaveBeenCalled());
    expect(api.calls('POST /auth/register')[0]?.body).toMatchObject({ referral: '7KQ2M9XA' });
    expect(readInvitation(new URLSearchParams())).toBeUndefined();
  });

  it('should show field errors beside their inputs and as toasts until the input changes', async () => {
    api.on(
      'POST /auth/register',
      errorReply(422, {
        code: 'VALIDATION_FAILED',
        message: 'Invalid',
        errors: { email: ['The email is taken.'] },
      }),
    );
    renderAt(<SignUpForm onRegistered={jest.fn()} />);
    await fillIn();
    await person.click(submit());
    await waitFor(() => expect(screen.getAllByText('The email is taken.')).toHaveLength(2));
    const email = screen.getByLabelText('Email address');
    expect(email).toHaveAccessibleDescription('The email is taken.');
    await person.type(email, 'x');
    await waitFor(() => expect(email).not.toHaveAccessibleDescription('The email is taken.'));
  });
});

const OFFER = 'GET /auth/team-invitation';

const REGISTER = 'POST /auth/team-invitation/register';

const ACCEPT = 'POST /user/team/accept';

const offer = {
  ...{ owner_name: 'Ngozi Bello', email: 'ada@example.com', role: 'buyer' },
  expires_at: '2026-12-01T08:00:00Z',
  has_account: false,
};

describe('JoinPage', () => {
  const api = serveApi({
    [OFFER]: ok(offer),
    'GET /user/info': ok({ user: ada }),
  });
  let app: ReturnType<typeof openApp>;

  const open = async () => {
    app = openApp('/join?token=abc');
    await screen.findByRole('heading', { level: 1, name: 'Join a team' });
  };

  it('should open an account for the invited address and join in one step', async () => {
    const member = { ...ada, team: { role: 'buyer', owner_name: 'Ngozi Bello' } };
    api.on(REGISTER, () => {
      api.on('GET /user/info', ok({ user: member }));
      return ok({ token: 't', user: member }, 'You joined the team.');
    });
    await open();
    expect(screen.getByText('Ngozi Bello')).toBeInTheDocument();
    expect(api.calls(OFFER)[0]?.query.get('token')).toBe('abc');
    // The form is a chunk of its own.
    expect(await screen.findByText('ada@example.com')).toBeInTheDocument();
    expect(screen.queryByLabelText('Email address')).toBeNull();
    await person.type(screen.getByLabelText('Full name'), 'Ada');
    await person.type(screen.getByLabelText('Password'), 'long-enough');
    await person.type(screen.getByLabelText('Confirm password'), 'long-enough');
    await person.click(screen.getByRole('button', { name: 'Create account and join' }));
    await waitFor(() => expect(app.url()).toBe('/dashboard'));
    expect(api.calls(REGISTER)[0]?.body).toEqual({
      ...{ token: 'abc', name: 'Ada' },
      ...{ password: 'long-enough', confirmPassword: 'long-enough' },
    });
    expect(session.get()).toMatchObject({ token: 't', user: member });
  });

  it('should lead a visitor who has an account to the sign-in, and back', async () => {
    api.on(OFFER, ok({ ...offer, has_account: true }));
    await open();
    await person.click(await screen.findByRole('link', { name: 'Sign in' }));
    expect(await screen.findByLabelText('Email address')).toHaveValue('ada@example.com');
    expect(app.url()).toBe(`/auth?redirectTo=${encodeURIComponent('/join?token=abc')}`);
  });

  it('should join and go on with the account of the owner', async () => {
    session.start({ token: 't', user: ada });
    api.on(ACCEPT, () => {
      api.on(
        'GET /user/info',
        ok({ user: { ...ada, team: { role: 'buyer', owner_name: 'Ngozi Bello' } } }),
      );
      return ok(undefined, 'You joined the team.');
    });
    await open();
    await person.click(screen.getByRole('button', { name: 'Join the team' }));
    await waitFor(() => expect(app.url()).toBe('/dashboard'));
    expect(api.calls(ACCEPT)[0]?.body).toEqual({ token: 'abc' });
    expect(session.get()?.user.team).toEqual({ role: 'buyer', owner_name: 'Ngozi Bello' });
  });

  it('should not offer to join with another account', async () => {
    session.start({ token: 't', user: { ...ada, email: 'other@example.com' } });
    await open();
    expect(screen.queryByRole('button', { name: 'Join the team' })).toBeNull();
    expect(screen.getByText(/You are signed in as other@example.com/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeInTheDocument();
  });

  it('should say why an account cannot join', async () => {
    session.start({ token: 't', user: ada });
    api.on(
      ACCEPT,
      errorReply(409, { code: 'ACCOUNT_IN_USE', message: 'Your account has a balance.' }),
    );
    await open();
    await person.click(screen.getByRole('button', { name: 'Join the team' }));
    expect(await screen.findByText('Your account has a balance.')).toBeInTheDocument();
    expect(app.url()).toBe('/join?token=abc');
  });

  it('should explain an invitation that is no longer valid', async () => {
    api.on(
      OFFER,
      errorReply(404, { code: 'TEAM_INVITATION_INVALID', message: 'No longer valid.' }),
    );
    app = openApp('/join?token=abc');
    expect(
      await screen.findByRole('heading', { name: 'This invitation cannot be used' }),
    ).toBeInTheDocument();
    expect(screen.getByText('No longer valid.')).toBeInTheDocument();
  });
});

const RESEND = 'POST /auth/resend-verification';

const ROUTE = 'GET /auth/verify-email/7/abc';

describe('VerifyEmailPage', () => {
  const api = serveApi();

  beforeEach(() => resetMessages());

  function open(address = '/verify-email/7/abc?expires=1763600000&signature=s1g') {
    const router = createMemoryRouter(
      [
        { path: paths.verifyEmail, element: <VerifyEmailPage /> },
        { path: paths.auth, element: null },
      ],
      { initialEntries: [address] },
    );
    render(
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    return router;
  }

  it('should send the parameters of the link and show a loading state', async () => {
    api.on(ROUTE, ok(undefined, 'Email verified successfully!'));
    open();
    expect(screen.getByText('Verifying your email')).toBeInTheDocument();
    expect(
      await screen.findByRole('heading', { name: 'Email verified successfully!' }),
    ).toBeVisible();
    expect(api.received).toHaveLength(1);
    expect(Object.fromEntries(api.received[0]?.query ?? [])).toEqual({
      expires: '1763600000',
      signature: 's1g',
    });
  });

  it('should pass the verified email on to the sign-in', async () => {
    api.on(ROUTE, ok({ email: 'ada@example.com' }));
    const router = open();
    await person.click(await screen.findByRole('link', { name: 'Go to Login' }));
    expect(router.state.location).toMatchObject({
      pathname: '/auth',
      state: { email: 'ada@example.com' },
    });
  });

  it('should send the request without expires and signature as well', async () => {
    api.on(ROUTE, { body: { success: true } });
    open('/verify-email/7/abc');
    await screen.findByRole('heading', { name: 'Email verified successfully!' });
    expect(api.received[0]?.query.size).toBe(0);
  });

  it.each([
    [
      'the server’s message',
      errorReply(422, { message: 'This link has ended.' }),
      'This link has ended.',
    ],
    ['its own words', errorReply(500), 'Email verification failed'],
    [
      'a success that is none',
      { body: { success: false, message: 'Not this one.' } },
      'Not this one.',
    ],
  ])('should show a failure with %s', async (_what, reply, words) => {
    api.on(ROUTE, reply);
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(openedMessages()).toEqual([words]);
  });

  it('should show a failure when no response arrives', async () => {
    api.isDown = true;
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'An error occurred while verifying your email',
    );
  });

  it.each(['/verify-email', '/verify-email/7'])(
    'should send no request for %s',
    async (address) => {
      open(address);
      expect(await screen.findByRole('alert')).toHaveTextContent('Invalid verification link');
      expect(api.received).toEqual([]);
    },
  );

  it('should mail a new link in place of one that is invalid or has expired', async () => {
    api.on(ROUTE, errorReply(422, { code: 'LINK_EXPIRED', message: 'This link has expired.' }));
    api.on(RESEND, ok(undefined, 'A new link is on its way.'));
    open();
    await person.click(await screen.findByRole('button', { name: 'Send a new link' }));
    expect(await screen.findByText('Please enter your email address')).toBeVisible();
    await person.type(screen.getByLabelText('Email address'), 'ada@example.com');
    await person.click(screen.getByRole('button', { name: 'Send a new link' }));
    expect(await screen.findByRole('button', { name: /^Send another in \d+s$/ })).toBeDisabled();
    expect(api.calls(RESEND).map(({ body }) => body)).toEqual([{ email: 'ada@example.com' }]);
    expect(openedMessages()).toContain('A new link is on its way.');
  });

  it('should offer no new link when the server could not be reached', async () => {
    api.isDown = true;
    open();
    await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull();
  });

  it('should offer Try Again, the login and the landing page after a failure', async () => {
    // jsdom logs an error instead of reloading the page.
    const reloaded = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    api.on(ROUTE, errorReply(422, { message: 'This link has ended.' }));
    open();
    await screen.findByRole('alert');
    expect(screen.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/auth');
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(reloaded.mock.calls.join()).toContain('navigation');
    reloaded.mockRestore();
  });
});
