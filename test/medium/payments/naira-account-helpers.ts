import type { PaymentsTestApp } from './payments-test-app';

export const NAIRA_ACCOUNT_ROUTE = '/api/v1/user/naira-account';
export const TEST_BVN = '22222222222';

export interface NairaAccountDetails {
  status: string;
  number: string | null;
  account_name: string | null;
  bank_name: string | null;
  reason: string | null;
}

interface Answer {
  data?: unknown;
  code?: string;
  errors?: Record<string, string[]>;
}

export async function callNairaAccount(
  app: PaymentsTestApp,
  method: 'GET' | 'POST',
  user: number,
  { path = '', body }: { path?: string; body?: object } = {},
) {
  const answer = await app.call(method, NAIRA_ACCOUNT_ROUTE + path, { user, body });
  return { status: answer.status, body: answer.body as Answer };
}

export const openNairaAccount = (
  app: PaymentsTestApp,
  user: number,
  body: object = { bvn: TEST_BVN },
) => callNairaAccount(app, 'POST', user, { body });

/** Our reference of the newest account of a customer. */
export async function getAccountReference(app: PaymentsTestApp, user: number) {
  const [row] = await app.sql<{ reference: string }>(
    'SELECT reference FROM naira_account WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
    [user],
  );
  return row!.reference;
}

/** A new customer with an active account. */
export async function createNairaAccount(app: PaymentsTestApp) {
  const user = await app.insertUser();
  const { status, body } = await openNairaAccount(app, user);
  if (status !== 201) throw new Error(`A naira account could not be opened: ${status}`);
  const { account } = body.data as { account: NairaAccountDetails };
  return { user, number: account.number! };
}
