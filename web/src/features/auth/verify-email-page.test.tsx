import { render, screen } from '@testing-library/react';
import { person } from '@/testing/person';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { createQueryClient } from '@/api/query-client';
import { paths } from '@/lib/paths';
import { serveApi } from '@/testing/api-server';
import { errorReply, ok } from '@/testing/samples';
import { openedMessages, resetMessages } from '@/testing/messages';
import VerifyEmailPage from './verify-email-page';

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
