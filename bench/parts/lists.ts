import { createFundedCustomers, staff, type Caller } from '../lib/callers';
import { HttpConnection } from '../lib/http';
import { closedLoop } from '../lib/load';
import type { Line, Part } from '../lib/part';
import { openShop, startApi, type Shop } from '../lib/bench-context';

const CALLS = 40;
const AIM_MS = 50;

const CUSTOMER = [
  ['their proxies', '/user/proxies?page=1'],
  ['their proxies, searched', '/user/proxies?search=nigeria'],
  ['their transactions', '/transactions?page=1'],
  ['their figures', '/dashboard/stats'],
  ['their usage by month', '/dashboard/monthly-usage'],
] as const;

/** Existing pages, a common search term and a unique one. */
const admin = (shop: Shop) => {
  const deep = (perPage: number, rows: number) => Math.min(10_000, Math.floor(rows / perPage));
  const lists = (
    [
      ['users', '/admin/users', 15, shop.users],
      ['proxies', '/admin/proxies/all', 10, shop.users],
      ['transactions', '/admin/transactions/all', 15, 2 * shop.users],
      ['audit', '/admin/audit/logs', 15, shop.users],
    ] as const
  ).flatMap(([name, path, perPage, rows]) => [
    [`staff, ${name}, page 1`, `${path}?page=1`],
    [`staff, ${name}, page ${deep(perPage, rows)}`, `${path}?page=${deep(perPage, rows)}`],
    [`staff, ${name}, one found`, `${path}?search=${Math.floor(shop.users / 2)}%40`],
    [`staff, ${name}, many found`, `${path}?search=okafor`],
  ]);
  return [
    ...lists,
    ['staff, dashboard', '/admin/dashboard/full'],
    ['staff, analytics', '/admin/analytics?period=30d'],
  ] as [string, string][];
};

export const lists: Part = {
  name: 'lists',
  async run(context, effort) {
    const lines: Line[] = [];
    for (const users of effort.sizes) {
      const shop = await openShop(context, `lists_${users}`, users);
      const api = await startApi(context, shop);
      const connection = await HttpConnection.open(api.port);
      const measure = async (what: string, path: string, callers: readonly Caller[]) => {
        const ask = async (call: number) => {
          const { headers } = callers[call % callers.length]!;
          const { status, body } = await connection.request('GET', `/api/v1${path}`, headers);
          if (status !== 200) throw new Error(`${path} answered ${status}: ${body.slice(0, 300)}`);
        };
        for (let call = 0; call < 3; call += 1) await ask(call);
        const measured = await closedLoop(1, { seconds: 20, maxCalls: CALLS }, (_, call) =>
          ask(call),
        );
        const aim = { text: `p95 < ${AIM_MS} ms`, met: measured.p95 < AIM_MS };
        lines.push({ what: `${users} users: ${what}`, measured, aim });
      };
      const customers = await createFundedCustomers(shop, CALLS, 1000);
      for (const [what, path] of CUSTOMER) await measure(what, path, customers);
      const admins = await staff(shop, 4);
      for (const [what, path] of admin(shop)) await measure(what, path, admins);
      connection.close();
      await context.tidy();
    }
    return {
      title: 'Lists, searches and figures',
      how: `One call after another, ${CALLS} of each after three to warm up, in shops with as many proxies as users and twice as many transactions.`,
      lines,
    };
  },
};
