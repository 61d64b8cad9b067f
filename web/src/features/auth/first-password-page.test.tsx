import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { openApp } from '@/testing/open-app';
import { ada, errorReply, ok } from '@/testing/samples';
import { adminUser } from '@/testing/staff';

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
