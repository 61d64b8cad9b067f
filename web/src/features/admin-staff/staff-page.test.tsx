import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PermissionResponse, StaffMemberData } from '@/api/generated/api.schemas';
import { setUpApi } from '@/testing/api-server';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { getLines, selectRowAction } from '@/testing/row-menu';
import { ok } from '@/testing/samples';
import { adminUser, signInAs } from '@/testing/staff';
import { complete } from './role-form';
import StaffPage from './staff-page';

const permission = (
  name: PermissionResponse['name'],
  label: string,
  needs: PermissionResponse['needs'] = [],
): PermissionResponse => ({
  ...{ name, label, needs, description: `${label}.`, group: 'Customers', sensitive: false },
});
const TABLE = [
  permission('users.read', 'See users'),
  permission('users.manage', 'Manage customers', ['users.read']),
];

const member = (over: Partial<StaffMemberData>): StaffMemberData => ({
  ...{ id: 5, name: 'Bola Ade', email: 'bola@example.com', role: 'sub-admin', role_id: 3 },
  ...{ role_name: 'Support', role_removed: false, status: 'active', two_factor: true },
  last_sign_in_at: null,
  invitation: null,
  ...over,
});
const role = (id: number, name: string, builtIn = false) => ({
  ...{ id, name, built_in: builtIn, permissions: ['users.read'], allowed_addresses: [] },
  ...{ two_factor_required: false, members: 1 },
});

describe('StaffPage', () => {
  const api = setUpApi(() => signInAs('admin'));
  let own: StaffMemberData;

  beforeEach(() => {
    own = member({
      id: adminUser.id,
      name: adminUser.name,
      email: adminUser.email,
      role: 'admin',
      role_name: 'Admin',
      role_id: 1,
      two_factor: false,
    });
    api.on('GET /admin/staff', () =>
      ok([
        member({}),
        own,
        member({
          ...{ id: 6, name: 'emeka', email: 'emeka@example.com', two_factor: false },
          ...{
            status: 'inactive',
            invitation: { state: 'sent', expires_at: '2026-12-01T10:00:00Z' },
          },
        }),
      ]),
    );
    api.on(
      'GET /admin/roles',
      ok([role(1, 'Admin', true), role(3, 'Support'), role(4, 'Finance')]),
    );
    api.on(
      'GET /admin/permissions',
      ok({
        permissions: TABLE,
        presets: [{ name: 'Care', permissions: ['users.read', 'users.manage'] }],
      }),
    );
    api.on('GET /admin/second-factor/requirement', ok({ required: false }));
  });

  const person = () => userEvent.setup({ delay: null });
  const open = async () => {
    renderAt(<StaffPage />, '/admin/staff');
    return screen.findByRole('list', { name: 'Staff' });
  };

  it('should show who is on the staff and invited, and let nobody change themselves', async () => {
    const list = await open();
    expect(getLines(within(list).getAllByRole('listitem')[0]!)).toEqual([
      ['Bola Ade', 'Active'],
      ['bola@example.com · Two-factor on', 'Support'],
    ]);
    expect(within(list).getByText('Invited')).toBeVisible();
    expect(
      within(list)
        .getAllByRole('button')
        .map((button) => button.ariaLabel),
    ).toEqual(['Actions for Bola Ade', 'Actions for emeka']);
    expect(screen.getByText('Turn on your own first, under Security.')).toBeVisible();
  });

  it('should invite by email with a role', async () => {
    api.on('POST /admin/staff', {
      status: 201,
      body: { success: true, message: 'The invitation was sent.', data: member({}) },
    });
    await open();
    const user = person();
    await user.click(await screen.findByRole('button', { name: 'Invite staff' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Email'), 'ngozi@example.com');
    fireEvent.mouseDown(dialog.getByRole('combobox', { name: 'Role' }));
    fireEvent.click(await screen.findByTitle('Finance'));
    await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
    await waitFor(() => expect(openedMessages()).toContain('The invitation was sent.'));
    expect(api.calls('POST /admin/staff')[0]!.body).toEqual({
      email: 'ngozi@example.com',
      role_id: 4,
    });
  });

  it('should make a role from a preset', async () => {
    api.on('POST /admin/roles', {
      status: 201,
      body: { success: true, message: 'The role Care was made.', data: role(7, 'Care') },
    });
    await open();
    const user = person();
    await user.click(await screen.findByRole('button', { name: 'New role' }));
    await user.click(await screen.findByRole('radio', { name: 'Care' }));
    expect(screen.getByRole('checkbox', { name: /See users/ })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Save role' }));
    await waitFor(() => expect(openedMessages()).toContain('The role Care was made.'));
    expect(api.calls('POST /admin/roles')[0]!.body).toEqual({
      ...{ name: 'Care', permissions: ['users.read', 'users.manage'], allowed_addresses: [] },
      two_factor_required: false,
    });
  });

  it('should reset the two-factor authentication of somebody else with a reason', async () => {
    const RESET = 'POST /admin/second-factor/staff/5/reset';
    api.on(RESET, { body: { success: true, message: 'Two-factor authentication was reset.' } });
    await open();
    const user = person();
    await selectRowAction(user, 'Bola Ade', 'Reset two-factor');
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Reason'), 'Lost their phone');
    await user.click(dialog.getByRole('button', { name: 'Reset two-factor' }));
    await waitFor(() => expect(api.calls(RESET)[0]?.body).toEqual({ reason: 'Lost their phone' }));
  });

  it('should require two-factor authentication of the staff, after one’s own is on', async () => {
    own = { ...own, two_factor: true };
    const REQUIRE = 'PUT /admin/second-factor/requirement';
    api.on(REQUIRE, ok({ required: true }));
    await open();
    const name = 'Require two-factor authentication of all staff';
    const control = await screen.findByRole('switch', { name });
    await waitFor(() => expect(control).toBeEnabled());
    fireEvent.click(control);
    await waitFor(() => expect(api.calls(REQUIRE)[0]?.body).toEqual({ required: true }));
  });
});

it('should add what a permission needs, and take what needs it', () => {
  expect(complete(TABLE, [], ['users.manage'])).toEqual(['users.read', 'users.manage']);
  expect(complete(TABLE, ['users.read', 'users.manage'], ['users.manage'])).toEqual([]);
});
