import type { Page } from 'playwright-core';
import type { PlatformFixture } from '../processes';

export interface Credentials {
  email: string;
  password: string;
}

/** What the app stores about who is signed in. */
export interface Session {
  token: string;
  user: { id: number };
}

const SIGN_IN = { customer: 'auth/login', staff: 'auth/admin/login' };

/** Signs in through the API. */
export async function openSession(
  { apiUrl }: PlatformFixture,
  { email, password }: Credentials,
  as: keyof typeof SIGN_IN = 'customer',
): Promise<Session> {
  const response = await fetch(`${apiUrl}/api/v1/${SIGN_IN[as]}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The sign-in responded with ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: Session }).data;
}

/** Signs the page in without the form. */
export async function signIn(page: Page, { token, user }: Session): Promise<void> {
  // A file of the origin that runs no script.
  await page.goto('/favicon.svg');
  await page.evaluate(
    (entries) => entries.forEach(([name, value]) => localStorage.setItem(name, value)),
    [
      ['nairaproxy.user', JSON.stringify(user)],
      ['nairaproxy.token', token],
    ] as const,
  );
}
