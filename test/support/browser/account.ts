import { poll } from '../../../src/embedded/poll';
import type { PlatformFixture } from '../processes';
import { call, openSession, type Credentials, type Session } from './session';

export interface Account extends Credentials {
  name: string;
}

/** A confirmed account with an open session. */
export interface Customer extends Account {
  session: Session;
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
    name: `Adaeze Okonkwo ${accounts}`,
    email: `ada.${accounts}.${Date.now()}@example.com`,
    password: 'Correct-horse-9-staple',
  };
}

/** The first match in the mails to an address, once one has arrived. */
export async function findInMails(
  { apiUrl }: PlatformFixture,
  email: string,
  pattern: RegExp,
): Promise<string> {
  let found: string | undefined;
  const arrived = await poll(async () => {
    const mails = await call<Mail[]>(`${apiUrl}/sandbox/inbox?to=${encodeURIComponent(email)}`);
    found = mails.map(({ text }) => pattern.exec(text)?.[0]).find(Boolean);
    return found !== undefined;
  }, 30_000);
  if (!arrived) throw new Error(`No mail with ${pattern} for ${email}`);
  return found!;
}

/** The link of the confirmation mail. */
export const findConfirmationLink = (platform: PlatformFixture, email: string): Promise<string> =>
  findInMails(platform, email, /https?:\/\/\S+\/verify-email\/\S+/);

export async function createCustomer(platform: PlatformFixture): Promise<Customer> {
  const account = newAccount();
  const { name, email, password } = account;
  const api = `${platform.apiUrl}/api/v1`;
  await call(`${api}/auth/register`, { name, email, password, confirmPassword: password });
  const { pathname, search } = new URL(await findConfirmationLink(platform, email));
  await call(`${api}/auth${pathname}${search}`);
  return { ...account, session: await openSession(platform, account) };
}

interface StartedTopUp {
  reference: string;
  checkoutUrl: string;
}

/** Starts a top-up that stays pending until its checkout is paid. */
export async function startTopUp(
  { apiUrl }: PlatformFixture,
  { session }: Customer,
  amount: number,
): Promise<StartedTopUp> {
  topUps += 1;
  const reference = `TOPUP_${Date.now()}_${topUps}`;
  const started = await call<{ payment_data: { data: { checkout_url: string } } }>(
    `${apiUrl}/api/v1/payments/initialize-topup`,
    { amount, currency: 'NGN', reference, callback_url: `${apiUrl}/wallet?status=success` },
    session.token,
  );
  return { reference, checkoutUrl: started.payment_data.data.checkout_url };
}

/** Tops up the wallet through the simulated checkout. */
export async function topUp(
  platform: PlatformFixture,
  customer: Customer,
  amount: number,
): Promise<void> {
  const { reference, checkoutUrl } = await startTopUp(platform, customer, amount);
  await fetch(checkoutUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome: 'success' }),
  });
  const settled = await poll(async () => {
    const answer = await call<{ data: { status: string } }>(
      `${platform.apiUrl}/api/v1/payments/verify?reference=${reference}`,
      undefined,
      customer.session.token,
    );
    return answer.data.status === 'successful';
  }, 30_000);
  if (!settled) throw new Error(`The top-up ${reference} was not settled`);
}

/** Buys the smallest residential package. @returns the id of the proxy */
export async function buyProxy(
  { apiUrl }: PlatformFixture,
  { session }: Customer,
  country: string,
): Promise<number> {
  const { data } = await call<{ data: { proxies: { id: number }[] } }>(
    `${apiUrl}/api/v1/proxies/buy`,
    {
      proxy_type: 'residential_ipv4',
      country,
      ttl_minutes: 0,
      protocol: 'http',
      traffic_limit_mb: 1,
    },
    session.token,
  );
  return data.proxies[0]!.id;
}
