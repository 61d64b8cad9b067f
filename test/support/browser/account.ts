import type { Page } from 'playwright-core';
import { poll } from '../../../src/embedded/poll';
import type { PlatformFixture } from '../processes';
import type { BrowserTestApp } from './browser-test-app';

export interface Account {
  name: string;
  email: string;
  password: string;
}

interface Mail {
  to: string;
  subject: string;
  text: string;
}

let accounts = 0;
let topUps = 0;

export function newAccount(): Account {
  accounts += 1;
  return {
    name: 'Adaeze Okonkwo',
    email: `ada.${accounts}.${Date.now()}@example.com`,
    password: 'Correct-horse-9-staple',
  };
}

async function call<T>(url: string, body?: unknown, token?: string): Promise<T> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

/** The link of the confirmation mail, once it has arrived. */
export async function findConfirmationLink(
  { apiUrl }: PlatformFixture,
  email: string,
): Promise<string> {
  let link: string | undefined;
  const arrived = await poll(async () => {
    const inbox = `${apiUrl}/sandbox/inbox?to=${encodeURIComponent(email)}`;
    const mails = await call<Mail[]>(inbox);
    link = mails
      .map(({ text }) => /https?:\/\/\S+\/verify-email\/\S+/.exec(text)?.[0])
      .find(Boolean);
    return link !== undefined;
  }, 30_000);
  if (!arrived || link === undefined) throw new Error(`No confirmation mail for ${email}`);
  return link;
}

/** Creates and confirms an account without a browser. */
export async function createConfirmedAccount(platform: PlatformFixture): Promise<Account> {
  const account = newAccount();
  const { name, email, password } = account;
  const api = `${platform.apiUrl}/api/v1`;
  await call(`${api}/auth/register`, { name, email, password, confirmPassword: password });
  const { pathname, search } = new URL(await findConfirmationLink(platform, email));
  await call(`${api}/auth${pathname}${search}`);
  return account;
}

interface StartedTopUp {
  token: string;
  reference: string;
  checkoutUrl: string;
}

/** Starts a top-up that stays pending until its checkout is paid. */
export async function startTopUp(
  platform: PlatformFixture,
  { email, password }: Account,
  amount: number,
): Promise<StartedTopUp> {
  const api = `${platform.apiUrl}/api/v1`;
  const signedIn = await call<{ data: { token: string } }>(`${api}/auth/login`, {
    email,
    password,
  });
  const { token } = signedIn.data;
  topUps += 1;
  const reference = `TOPUP_${Date.now()}_${topUps}`;
  const started = await call<{ payment_data: { data: { checkout_url: string } } }>(
    `${api}/payments/initialize-topup`,
    {
      amount,
      currency: 'NGN',
      reference,
      callback_url: `${platform.apiUrl}/wallet?status=success`,
    },
    token,
  );
  return { token, reference, checkoutUrl: started.payment_data.data.checkout_url };
}

/** Tops up the wallet through the simulated checkout without a browser. */
export async function topUp(
  platform: PlatformFixture,
  account: Account,
  amount: number,
): Promise<void> {
  const { token, reference, checkoutUrl } = await startTopUp(platform, account, amount);
  const api = `${platform.apiUrl}/api/v1`;
  await fetch(checkoutUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome: 'success' }),
  });
  const settled = await poll(async () => {
    const answer = await call<{ data: { status: string } }>(
      `${api}/payments/verify?reference=${reference}`,
      undefined,
      token,
    );
    return answer.data.status === 'successful';
  }, 30_000);
  if (!settled) throw new Error(`The top-up ${reference} was not settled`);
}

export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
}

/**
 * Buys the first offer in a new browser context.
 * @param country code; any country without it.
 */
export async function buyProxy(
  app: BrowserTestApp,
  account: Account,
  country?: string,
): Promise<void> {
  const { page, context } = await app.openPage();
  await signIn(page, account);
  await page.goto(country ? `/buyproxy?country=${country}` : '/buyproxy');
  await page.getByRole('button', { name: 'Purchase Residential Proxy' }).click();
  await page.waitForURL('**/proxyhistory');
  await context.close();
}
