import { screen, waitFor } from '@testing-library/react';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { openedMessages } from '@/testing/messages';
import GoogleCallbackPage from './google-callback-page';

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

describe('GoogleCallbackPage', () => {
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
