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

/** A call with JSON. @throws Error unless it succeeds. */
export async function call<T>(
  url: string,
  body?: unknown,
  token?: string,
  method = body === undefined ? 'GET' : 'POST',
): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} responded with ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

const SIGN_IN = { customer: 'auth/login', staff: 'auth/admin/login' };

/** Signs in through the API. */
export async function openSession(
  { apiUrl }: PlatformFixture,
  { email, password }: Credentials,
  as: keyof typeof SIGN_IN = 'customer',
): Promise<Session> {
  const url = `${apiUrl}/api/v1/${SIGN_IN[as]}`;
  return (await call<{ data: Session }>(url, { email, password })).data;
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
