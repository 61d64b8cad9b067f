import type { PlatformFixture } from '../processes';
import { call, openSession, type Credentials } from './session';

const FIRST_PASSWORD = 'Borrowed-ladder-31-soon';

/** A call of the API as one of the staff. @throws Error unless it succeeds. */
export async function send(
  platform: PlatformFixture,
  [method, path]: readonly [method: string, path: string],
  credentials: Credentials,
  body?: object,
): Promise<unknown> {
  const { token } = await openSession(platform, credentials, 'staff');
  return call(`${platform.apiUrl}/api/v1${path}`, body, token, method);
}

/** As in a shop that has not connected a provider yet: without the simulated networks of the sandbox. */
export async function removeNetworks(platform: PlatformFixture): Promise<void> {
  const path = '/admin/supply/networks';
  const { data } = (await send(platform, ['GET', path], platform.admin)) as {
    data: { networks: { id: number }[] };
  };
  for (const { id } of data.networks)
    await send(platform, ['DELETE', `${path}/${id}`], platform.admin);
}

/** Creates a sub-admin, a role with fewer permissions, who has replaced the first password. */
export async function createSubAdmin(platform: PlatformFixture): Promise<Credentials> {
  const credentials = { email: 'bola@example.com', password: 'Correct-horse-8-staple' };
  const first = { ...credentials, password: FIRST_PASSWORD };
  await send(platform, ['POST', '/admin/users'], platform.admin, {
    ...first,
    name: 'Bola Bello',
    role: 'sub-admin',
  });
  await send(platform, ['PUT', '/profile/change-password'], first, {
    old_password: first.password,
    new_password: credentials.password,
    new_password_confirmation: credentials.password,
  });
  return credentials;
}
