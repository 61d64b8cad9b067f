import { screen, waitFor } from '@testing-library/react';
import { selectOption, listOptions } from '@/testing/choices';
import { ok, errorReply } from '@/testing/samples';
import { managedUser } from '@/testing/staff';
import { visibleMessages } from '@/testing/messages';
import { ADA, setUpUsersPage, LIST, openUserDialog } from '@/testing/user-dialog';

const ADD = 'POST /admin/users';

describe('UserDialog', () => {
  const api = setUpUsersPage();

  const sentTo = (route: string) => api.calls(route).map(({ body }) => body);

  describe('adding', () => {
    it('requires name, email and a password of six characters before it sends a request', async () => {
      const { dialog, person } = await openUserDialog('add', null);
      expect(dialog.getByLabelText('Password')).toHaveAccessibleDescription(
        /^At least 6 characters/,
      );
      await person.type(dialog.getByLabelText('Name'), '   ');
      await person.click(dialog.getByRole('button', { name: 'Add User' }));
      await waitFor(() =>
        expect(visibleMessages()).toEqual(['Name, email, and password are required fields']),
      );
      expect(dialog.getByLabelText('Name')).toHaveAccessibleDescription(
        'Name, email, and password are required fields',
      );
      await person.type(dialog.getByLabelText('Name'), 'Chidi');
      await person.type(dialog.getByLabelText('Email'), 'chidi@example.com');
      await person.type(dialog.getByLabelText('Password'), '12345');
      await person.click(dialog.getByRole('button', { name: 'Add User' }));
      await waitFor(() =>
        expect(visibleMessages()).toContain('Password must be at least 6 characters long'),
      );
      expect(api.calls(ADD)).toEqual([]);
    });

    it('sends trimmed values with status and role, names the admin, and reloads the list', async () => {
      api.on(ADD, {
        status: 201,
        body: {
          success: true,
          message: 'User added successfully!',
          data: { user: managedUser(), created_by: { admin_name: 'Chief Admin' } },
        },
      });
      const { dialog, person } = await openUserDialog('add', null);
      expect(await listOptions('Status', dialog)).toEqual(['Active', 'Inactive']);
      expect(await listOptions('Role', dialog)).toEqual(['User', 'Sub-admin', 'Admin']);
      await person.type(dialog.getByLabelText('Name'), ' Chidi Eze ');
      await person.type(dialog.getByLabelText('Email'), 'chidi@example.com');
      await person.type(dialog.getByLabelText('Password'), ' 123456 ');
      await selectOption('Role', 'Sub-admin', dialog);
      await person.click(dialog.getByRole('button', { name: 'Add User' }));
      await waitFor(() =>
        expect(visibleMessages()).toEqual(['User added successfully!\nCreated by Chief Admin']),
      );
      expect(sentTo(ADD)).toEqual([
        {
          name: 'Chidi Eze',
          email: 'chidi@example.com',
          password: '123456',
          status: 'active',
          role: 'sub-admin',
        },
      ]);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(api.calls(LIST).length).toBeGreaterThan(1);
    });

    it('shows why it failed, also beside the field', async () => {
      const replies = [
        errorReply(422, { message: 'Invalid', errors: { email: ['This email is taken.'] } }),
        errorReply(403, { message: '' }),
      ];
      api.on(ADD, () => replies.shift() ?? {});
      const { dialog, person } = await openUserDialog('add', null);
      await person.type(dialog.getByLabelText('Name'), 'Chidi');
      await person.type(dialog.getByLabelText('Email'), 'ada@example.com');
      await person.type(dialog.getByLabelText('Password'), '123456');
      await person.click(dialog.getByRole('button', { name: 'Add User' }));
      await waitFor(() =>
        expect(visibleMessages()).toEqual(['Failed to add user: This email is taken.']),
      );
      await waitFor(() =>
        expect(dialog.getByLabelText('Email')).toHaveAccessibleDescription('This email is taken.'),
      );
      await person.click(await dialog.findByRole('button', { name: 'Add User' }));
      await waitFor(() => expect(visibleMessages()).toContain('Failed to add user'));
    });
  });

  describe('editing', () => {
    it('edits all fields but the phone, and sets the status to active or inactive', async () => {
      const { dialog } = await openUserDialog('edit');
      const phone = await dialog.findByLabelText('Phone');
      expect(phone).toHaveValue('+2348012345678');
      expect(phone).toHaveAttribute('readonly');
      expect(await listOptions('Status', dialog)).toEqual(['Active', 'Inactive']);
      expect(await listOptions('Role', dialog)).toEqual(['User', 'Sub-admin', 'Admin']);
      expect(dialog.queryByLabelText('Password')).not.toBeInTheDocument();
    });

    it('requires a name and an email', async () => {
      const { dialog, person } = await openUserDialog('edit');
      await person.clear(await dialog.findByLabelText('Name'));
      await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
      await waitFor(() =>
        expect(visibleMessages()).toEqual(['Name and email are required fields']),
      );
      expect(api.calls(`PUT ${ADA}`)).toEqual([]);
    });

    it('takes over newer values of the server, except in edited fields', async () => {
      let answer: () => void = () => undefined;
      const held = new Promise<void>((done) => (answer = done));
      const now = managedUser({ name: 'Ada O.', role: 'sub-admin', status: 'suspended' });
      api.on(`GET ${ADA}`, async () => {
        await held;
        return ok({ user: now });
      });
      api.on(`PUT ${ADA}`, ok({ user: now, updated_fields: ['name'] }));
      const { dialog, person } = await openUserDialog('edit');
      const name = await dialog.findByLabelText('Name');
      await person.clear(name);
      await person.type(name, 'Ada Eze');
      answer();
      expect(await dialog.findByText('Suspended')).toBeInTheDocument();
      expect(name).toHaveValue('Ada Eze');
      await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
      await waitFor(() =>
        expect(sentTo(`PUT ${ADA}`)).toEqual([
          { name: 'Ada Eze', email: 'ada@example.com', status: 'suspended', role: 'sub-admin' },
        ]),
      );
    });

    it('sends four fields and shows which were updated', async () => {
      api.on(`PUT ${ADA}`, {
        body: {
          success: true,
          message: 'User updated successfully!',
          data: { user: managedUser(), updated_fields: ['name', 'status'] },
        },
      });
      const { dialog, person } = await openUserDialog('edit');
      await person.clear(await dialog.findByLabelText('Name'));
      await person.type(dialog.getByLabelText('Name'), 'Ada Eze ');
      await selectOption('Status', 'Inactive', dialog);
      await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
      await waitFor(() =>
        expect(visibleMessages()).toEqual([
          'User updated successfully!\nUpdated fields: name, status',
        ]),
      );
      expect(sentTo(`PUT ${ADA}`)).toEqual([
        { name: 'Ada Eze', email: 'ada@example.com', status: 'inactive', role: 'user' },
      ]);
    });

    it('does not offer your own status and role, which you cannot change', async () => {
      api.on('GET /admin/users/1', ok({ user: managedUser({ id: 1, role: 'admin' }) }));
      const { dialog } = await openUserDialog('edit', 1);
      expect(await dialog.findByLabelText('Status')).toBeDisabled();
      expect(dialog.getByLabelText('Role')).toBeDisabled();
      expect(dialog.getByLabelText('Name')).toBeEnabled();
    });

    it.each([
      [
        'You cannot change your own role.',
        'Failed to update user: You cannot change your own role.',
      ],
      ['', 'Failed to update user'],
    ])('shows that it failed with "%s"', async (message, words) => {
      api.on(`PUT ${ADA}`, errorReply(403, { message }));
      const { dialog, person } = await openUserDialog('edit');
      await person.click(await dialog.findByRole('button', { name: 'Save Changes' }));
      await waitFor(() => expect(visibleMessages()).toEqual([words]));
    });
  });

  describe('suspending and reactivating', () => {
    it.each([
      ['suspend', 'active', 'User suspended.'],
      ['reactivate', 'suspended', 'User reactivated.'],
    ] as const)('%ss with a reason, and reloads the list', async (mode, status, words) => {
      const user = managedUser({ status });
      api.on(`GET ${ADA}`, ok({ user }));
      api.on(`POST ${ADA}/${mode}`, {
        body: { success: true, message: words, data: { user, updated_fields: ['status'] } },
      });
      const { dialog, person } = await openUserDialog(mode);
      const verb = mode === 'suspend' ? 'Suspend Ada Obi' : 'Reactivate Ada Obi';
      const confirm = await dialog.findByRole('button', { name: verb });
      expect(confirm).toBeDisabled();
      await person.type(dialog.getByLabelText('Reason'), 'Card fraud');
      await person.click(confirm);
      await waitFor(() => expect(visibleMessages()).toEqual([words]));
      expect(sentTo(`POST ${ADA}/${mode}`)).toEqual([{ reason: 'Card fraud' }]);
      expect(api.calls(LIST).length).toBeGreaterThan(1);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    });
  });
});
