import type { Page } from 'playwright-core';
import type { PlatformFixture } from '../processes';

export interface Credentials {
  email: string;
  password: string;
}

async function fetchToken({ apiUrl }: PlatformFixture, credentials: Credentials): Promise<string> {
  const response = await fetch(`${apiUrl}/api/v1/auth/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The staff sign-in responded with ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: { token: string } }).data.token;
}

/** Creates a sub-admin, a role with fewer permissions. */
export async function createSubAdmin(platform: PlatformFixture): Promise<Credentials> {
  const credentials = { email: 'bola@example.com', password: 'Correct-horse-8-staple' };
  const response = await fetch(`${platform.apiUrl}/api/v1/admin/users`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${await fetchToken(platform, platform.admin)}`,
    },
    body: JSON.stringify({ ...credentials, name: 'Bola Bello', role: 'sub-admin' }),
  });
  if (!response.ok) throw new Error(`Creating a sub-admin responded with ${response.status}`);
  return credentials;
}

/** Signs in on the admin login page; `from` is the page requested before. */
export async function signInStaff(
  page: Page,
  { email, password }: Credentials,
  from = '/admin/dashboard',
): Promise<void> {
  await page.goto(from);
  await page.waitForURL('**/admin/login?redirectTo=**');
  await page.getByLabel('Admin email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In to Admin Panel' }).click();
  await page.waitForURL((url) => url.pathname + url.search === from);
}
