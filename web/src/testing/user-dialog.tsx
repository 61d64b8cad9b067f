import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import UsersPage from '@/features/admin-users/users-page';
import { setUpApi, type ApiServer } from './api-server';
import { renderAt } from './render-app';
import { ok, pagination } from './samples';
import { managedUser, signInAs } from './staff';

export const LIST = 'GET /admin/users';
export const ADA = '/admin/users/7';
export const people = [
  managedUser(),
  managedUser({ id: 8, name: 'Bola Ade', email: 'bola@example.com' }),
];

export const listed = (users: typeof people) =>
  ok({
    users,
    pagination: pagination(users.length, { perPage: 15 }),
    statistics: { total: 2, active: 2, suspended: 0, total_balance: '0.00' },
  });

/** Signs in an admin and serves two users before each test. */
export function setUpUsersPage(): ApiServer {
  const api = setUpApi(() => signInAs('admin'));
  beforeEach(() => {
    api.on(LIST, () => listed(people));
    for (const user of people) api.on(`GET /admin/users/${user.id}`, ok({ user }));
  });
  return api;
}

/** Renders the list with the dialog opened by its URL. */
export async function openUserDialog(modal: string, id: number | null = 7) {
  const view = renderAt(
    <UsersPage />,
    `/admin/users?modal=${modal}${id === null ? '' : `&user=${id}`}`,
  );
  const dialog = await screen.findByRole('dialog');
  return { ...view, dialog: within(dialog), person: userEvent.setup({ delay: null }) };
}
