import type { Customer } from './customer';
import type { CrashLab } from './crash-lab';

interface OrderRow {
  id: number;
  status: string;
  proxies: number;
  held: number;
}

export const findOrders = (lab: CrashLab, { email }: Customer) =>
  lab.sql<OrderRow>(
    `SELECT o.id, o.status, (SELECT count(*)::int FROM proxy p WHERE p.order_id = o.id) AS proxies,
       (SELECT count(*)::int FROM stock_unit s WHERE s.order_id = o.id) AS held
     FROM proxy_order o JOIN users u ON u.id = o.user_id WHERE u.email = $1`,
    [email],
  );

/** States of the orders that renewed a proxy or added traffic to it. */
export const findExtensions = async (lab: CrashLab, proxyId: number): Promise<string[]> =>
  (
    await lab.sql<{ status: string }>(
      `SELECT o.status FROM proxy_order o JOIN proxy_extension x ON x.order_id = o.id
       WHERE o.proxy_id = $1 AND x.proxy_id = $1 ORDER BY o.id`,
      [proxyId],
    )
  ).map(({ status }) => status);

/** The statement. */
export const findLines = (lab: CrashLab, { email }: Customer) =>
  lab.sql<{ purpose: string; status: string; naira: number }>(
    `SELECT t.purpose, t.status, t.amount_kobo::int / 100 AS naira
     FROM wallet_transaction t JOIN users u ON u.id = t.user_id WHERE u.email = $1 ORDER BY t.id`,
    [email],
  );

/** The id of the first purchase in the statement; undefined without any. */
export const findPurchaseId = async (
  lab: CrashLab,
  { email }: Customer,
): Promise<number | undefined> =>
  (
    await lab.sql<{ id: number }>(
      `SELECT t.id FROM wallet_transaction t JOIN users u ON u.id = t.user_id
       WHERE u.email = $1 AND t.purpose = 'purchase' ORDER BY t.id LIMIT 1`,
      [email],
    )
  )[0]?.id;

/** Invoices and credit notes, in the order of their issue. */
export const findInvoices = (lab: CrashLab, { email }: Customer) =>
  lab.sql<{ kind: string; naira: number }>(
    `SELECT i.kind, i.total_kobo::int / 100 AS naira
     FROM invoice i JOIN users u ON u.id = i.user_id WHERE u.email = $1 ORDER BY i.id`,
    [email],
  );

/** What a member of a team has spent by the limits, and how many charges that is. */
export const findSpending = async (lab: CrashLab, { email }: Customer) =>
  (
    await lab.sql<{ naira: number; charges: number }>(
      `SELECT (SELECT coalesce(sum(spent_kobo), 0)::int / 100 FROM member_spending WHERE member_id = u.id) AS naira,
         (SELECT count(*)::int FROM member_charge WHERE member_id = u.id) AS charges
       FROM users u WHERE u.email = $1`,
      [email],
    )
  )[0]!;

export const findUserId = async (lab: CrashLab, { email }: Customer): Promise<number> =>
  (await lab.sql<{ id: number }>('SELECT id FROM users WHERE email = $1', [email]))[0]!.id;

export const findPaymentId = async (lab: CrashLab, { email }: Customer): Promise<number> =>
  (
    await lab.sql<{ id: number }>(
      'SELECT p.id FROM payment p JOIN users u ON u.id = p.user_id WHERE u.email = $1',
      [email],
    )
  )[0]!.id;
