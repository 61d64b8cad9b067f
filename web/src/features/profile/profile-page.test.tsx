import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { ada, ok, errorReply, transaction, pagination } from '@/testing/samples';
import { openedMessages, visibleMessages } from '@/testing/messages';
import ProfilePage from './profile-page';

const NAME = 'PUT /profile/update-name';
const PASSWORD = 'PUT /profile/change-password';
const done = ok({ user: ada }, 'Done.');

describe('ProfilePage', () => {
  const api = serveApi({
    'GET /user/info': ok({ user: ada }),
  });

  beforeEach(() => {
    api.on(NAME, done);
    api.on(PASSWORD, done);
    session.start({ token: 't', user: ada });
  });

  const open = (address = '/profile') => renderAt(<ProfilePage />, address);
  const press = (name: string) => person.click(screen.getByRole('button', { name }));
  const passwords = ['Current password', 'New password', 'Confirm new password'] as const;
  const edit = async (current = '', fresh = '', again = '') => {
    open();
    await press('Edit Profile');
    for (const [index, text] of [current, fresh, again].entries())
      if (text) await person.type(screen.getByLabelText(passwords[index] as string), text);
  };

  it('should show tabs and select the first', async () => {
    open();
    const tabs = screen.getAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent).slice(0, 2)).toEqual([
      'Personal Info',
      'Connected Accounts',
    ]);
    expect(tabs[0]).toHaveAttribute('aria-selected', 'true');
  });

  it('should show name and registration date, read-only until edited', () => {
    open();
    expect(screen.getByText('AO')).toBeInTheDocument();
    expect(screen.getByText('Ada Obi')).toBeInTheDocument();
    expect(screen.getByText('Member since March 2026')).toBeInTheDocument();
    expect(screen.getByLabelText('Full name')).toBeDisabled();
    for (const label of passwords) expect(screen.queryByLabelText(label)).not.toBeInTheDocument();
  });

  it('should move the focus into the editor and back, and keep a name of another script in place', async () => {
    open();
    expect(screen.getByText('Ada Obi').tagName).toBe('BDI');
    await press('Edit Profile');
    await waitFor(() => expect(screen.getByLabelText('Full name')).toHaveFocus());
    await press('Cancel');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit Profile' })).toHaveFocus());
  });

  it.each([
    ['', 'Ada Eze'],
    [' Bello', 'Ada Obi Bello'],
  ])('should use the server’s name unless it was edited (typed: "%s")', async (typed, shown) => {
    const answer = api.hold('GET /user/info', ok({ user: { ...ada, name: 'Ada Eze' } }));
    await edit();
    const name = screen.getByLabelText('Full name');
    expect(name).toHaveValue('Ada Obi');
    if (typed) await person.type(name, typed);
    answer();
    expect(await screen.findByText('Ada Eze')).toBeInTheDocument();
    await waitFor(() => expect(name).toHaveValue(shown));
  });

  it('should show three password fields in edit mode and clear them on Cancel', async () => {
    await edit('old-password', 'new-password');
    expect(screen.getByLabelText('Full name')).toBeEnabled();
    for (const label of passwords) expect(screen.getByLabelText(label)).toBeInTheDocument();
    await press('Cancel');
    expect(screen.getByRole('button', { name: 'Edit Profile' })).toBeInTheDocument();
    await press('Edit Profile');
    for (const label of passwords) expect(screen.getByLabelText(label)).toHaveValue('');
    expect(api.calls(NAME)).toEqual([]);
  });

  it('should save only the name when no password is entered', async () => {
    await edit();
    await person.clear(screen.getByLabelText('Full name'));
    await person.type(screen.getByLabelText('Full name'), 'Ada Eze ');
    await press('Save Changes');
    await waitFor(() => expect(openedMessages()).toEqual(['Profile updated successfully!']));
    expect(api.calls(NAME).map(({ body }) => body)).toEqual([{ name: 'Ada Eze' }]);
    expect(api.calls(PASSWORD)).toEqual([]);
    expect(await screen.findByRole('button', { name: 'Edit Profile' })).toBeInTheDocument();
  });

  it('should save name and password concurrently, clear the fields and refresh the user', async () => {
    let both: () => void = () => undefined;
    const met = new Promise<void>((go) => (both = go));
    let waiting = 0;
    const meet = async () => {
      waiting += 1;
      if (waiting === 2) both();
      await met;
      return done;
    };
    api.on(NAME, meet);
    api.on(PASSWORD, meet);
    await edit('old-password', 'new-password', 'new-password');
    const before = api.calls('GET /user/info').length;
    await press('Save Changes');
    await waitFor(() => expect(openedMessages()).toEqual(['Profile updated successfully!']));
    expect(api.calls(PASSWORD).map(({ body }) => body)).toEqual([
      {
        old_password: 'old-password',
        new_password: 'new-password',
        new_password_confirmation: 'new-password',
      },
    ]);
    await waitFor(() => expect(api.calls('GET /user/info').length).toBeGreaterThan(before));
    await press('Edit Profile');
    for (const label of passwords) expect(screen.getByLabelText(label)).toHaveValue('');
  });

  it.each([
    [done, ['Ada Eze', 'Ada Obi'], ['The current password is wrong.']],
    [
      errorReply(500),
      ['Ada Eze'],
      ['The current password is wrong.', 'Your name was saved. Your password was not changed.'],
    ],
  ])(
    'should keep the old name when the password is refused, or say that it could not (%#)',
    async (undone, names, messages) => {
      const user = { ...ada };
      api.on('GET /user/info', () => ok({ user: { ...user } }));
      api.on(NAME, ({ body }) => {
        if (api.calls(NAME).length > 1 && undone !== done) return undone;
        user.name = (body as { name: string }).name;
        return done;
      });
      api.on(
        PASSWORD,
        errorReply(422, { errors: { old_password: ['The current password is wrong.'] } }),
      );
      await edit('wrong-password', 'new-password', 'new-password');
      await person.clear(screen.getByLabelText('Full name'));
      await person.type(screen.getByLabelText('Full name'), 'Ada Eze');
      await press('Save Changes');
      await waitFor(() => expect(openedMessages()).toEqual(messages));
      await waitFor(() => expect(user.name).toBe(names.at(-1)));
      expect(await screen.findByText(names.at(-1)!)).toBeInTheDocument();
      // What was typed is kept for another attempt.
      expect(screen.getByLabelText('Full name')).toHaveValue('Ada Eze');
    },
  );

  it('should clear what it said about the passwords when one of them is typed again', async () => {
    api.on(
      PASSWORD,
      errorReply(422, { errors: { old_password: ['Current password is incorrect'] } }),
    );
    await edit('wrong-password', 'new-password', 'other');
    await press('Save Changes');
    const mismatch = 'New password and confirm password do not match';
    expect(await screen.findByText(mismatch)).toBeVisible();
    await person.clear(screen.getByLabelText('New password'));
    await person.type(screen.getByLabelText('New password'), 'other-password');
    await waitFor(() => expect(screen.queryByText(mismatch)).toBeNull());
    await person.type(screen.getByLabelText('Confirm new password'), '-password');
    await press('Save Changes');
    await waitFor(() => expect(visibleMessages()).toEqual(['Current password is incorrect']));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toBeEnabled());
    await press('Cancel');
    await waitFor(() => expect(visibleMessages()).toEqual([]));
    await press('Edit Profile');
    expect(screen.queryByText('Current password is incorrect')).toBeNull();
  });

  it('should say that only the password was saved when the name is refused', async () => {
    api.on(NAME, errorReply(422, { errors: { name: ['Too long.'] } }));
    await edit('old-password', 'new-password', 'new-password');
    await press('Save Changes');
    await waitFor(() =>
      expect(openedMessages()).toEqual([
        'Too long.',
        'Your password was changed. Your name was not saved.',
      ]),
    );
  });

  it.each([
    ['', 'new-password', '', 'Please enter your current password'],
    ['old-password', '', '', 'Please enter a new password'],
    ['old', 'new-password', 'other', 'New password and confirm password do not match'],
    ['old', 'short', 'short', 'New password must be at least 8 characters long'],
  ])(
    'should validate passwords "%s", "%s", "%s" with: %s',
    async (current, fresh, again, message) => {
      await edit(current, fresh, again);
      await press('Save Changes');
      expect(await screen.findByText(message)).toBeVisible();
      expect([...api.calls(NAME), ...api.calls(PASSWORD)]).toEqual([]);
    },
  );

  it.each([
    [errorReply(409, { message: 'Not now.' }), 'Not now.'],
    [errorReply(500), 'Failed to update profile'],
    [{ body: { success: false } }, 'Failed to update profile'],
  ])('should stay in edit mode and show the error (%#)', async (reply, words) => {
    api.on(NAME, reply);
    await edit();
    await press('Save Changes');
    await waitFor(() => expect(openedMessages()).toEqual([words]));
    expect(await screen.findByRole('button', { name: 'Save Changes' })).toBeEnabled();
  });

  it.each([
    [ada.email_verified_at, 'Verified'],
    [null, 'Not verified'],
  ])('should show the connected account (verified: %s)', async (email_verified_at, words) => {
    session.start({ token: 't', user: { ...ada, email_verified_at } });
    api.on('GET /user/info', errorReply(503));
    open();
    await person.click(screen.getByRole('tab', { name: 'Connected Accounts' }));
    const panel = within(screen.getByRole('tabpanel'));
    expect(panel.getByText(ada.email)).toBeInTheDocument();
    expect(panel.getByText(words)).toBeInTheDocument();
    expect(panel.getByText('Primary')).toBeInTheDocument();
  });

  it.each([
    ['/profile?tab=api-keys', '/developers'],
    ['/profile?tab=webhooks', '/developers?tab=webhooks'],
    ['/profile?tab=team', '/team'],
  ])('should lead from %s to the page that it became', async (address, page) => {
    const { router } = open(address);
    await waitFor(() => {
      const { pathname, search } = router.state.location;
      expect(pathname + search).toBe(page);
    });
  });

  it('should open at the password, and leave that with the form', async () => {
    const { router } = open('/profile?edit=password');
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveFocus());
    await press('Cancel');
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('should let an account that signs in with Google set a password', async () => {
    session.start({ token: 't', user: { ...ada, has_password: false, has_google: true } });
    let user = session.get()!.user;
    api.on('GET /user/info', () => ok({ user }));
    api.on('GET /profile/sessions', ok([]));
    api.on('GET /user/allowed-addresses', ok({ enabled: false }));
    api.on('GET /user/second-factor', ok({ enabled: false }));
    api.on('POST /profile/set-password', () => {
      user = { ...user, has_password: true };
      return ok(undefined, 'Your password is set.');
    });
    open('/profile?tab=accounts');
    expect(screen.getByText('Google').parentElement).toHaveTextContent('Connected');
    await person.click(screen.getByRole('tab', { name: 'Personal Info' }));
    await press('Edit Profile');
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await person.click(screen.getByRole('link', { name: 'Set a password' }));
    expect(await screen.findByText(/Set a password first/)).toBeVisible();
    await press('Set a password');
    const dialog = within(await screen.findByRole('dialog'));
    const save = () => person.click(dialog.getByRole('button', { name: 'Set password' }));
    await save();
    expect(await dialog.findByText('Please enter a new password')).toBeVisible();
    for (const label of ['New password', 'Confirm new password'])
      await person.type(dialog.getByLabelText(label), 'four red umbrellas');
    await save();
    await waitFor(() => expect(openedMessages()).toEqual(['Your password is set.']));
    expect(api.calls('POST /profile/set-password')[0]?.body).toEqual({
      new_password: 'four red umbrellas',
      new_password_confirmation: 'four red umbrellas',
    });
    expect(await screen.findByRole('link', { name: 'Change password' })).toBeVisible();
  });

  it('should offer receipts only for transactions that have one', async () => {
    api.on(
      'GET /payments/transactions',
      ok({
        transactions: [
          transaction({ description: 'Card top-up' }),
          transaction({ id: 32, description: 'Staff funding', has_receipt: false }),
        ],
        pagination: pagination(2),
      }),
    );
    open('/profile?tab=billing');
    expect(await screen.findByText('Card top-up')).toBeInTheDocument();
    expect(screen.queryByText('Staff funding')).not.toBeInTheDocument();
  });
});
