import { screen, waitFor } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { openApp } from '@/testing/open-app';
import { ada, errorReply, ok } from '@/testing/samples';

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
