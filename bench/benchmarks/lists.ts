import { createFundedCustomers, createStaff, type Caller } from '../lib/callers';
import { HttpConnection } from '../lib/http';
import { closedLoop } from '../lib/load';
import type { Metric, Benchmark } from '../lib/benchmark';
import { openShop, startApi, type Shop } from '../lib/bench-context';

const CALLS = 40;
const TARGET_MS = 50;

const CUSTOMER = [
  ['their proxies', '/user/proxies?page=1'],
  ['their proxies, searched', '/user/proxies?search=nigeria'],
  ['their transactions', '/transactions?page=1'],
  ['their figures', '/dashboard/stats'],
  ['their usage by month', '/dashboard/monthly-usage'],
] as const;

const CAN_COUNT = 'exact_total=true';

/**
 * Existing pages, searches with many matches, few and none, and searches with a filter. One user in 37 is an Okafor,
 * and most proxies expired long before the newest ones were bought.
 */
const getAdminPaths = (shop: Shop) => {
  const deep = (perPage: number, rows: number) => Math.min(10_000, Math.floor(rows / perPage));
  const lists = (
    [
      ['users', '/admin/users', 15, shop.users, 'status=inactive', 'example'],
      ['proxies', '/admin/proxies/all', 10, shop.users, 'status=expired', 'example'],
      ['orders', '/admin/orders', 10, shop.users, 'status=refunded', 'example'],
      ['transactions', '/admin/transactions/all', 10, 2 * shop.users, 'type=debit', 'example'],
      ['audit', '/admin/audit/logs', 15, shop.users, 'category=payment', 'proxy'],
    ] as const
  ).flatMap(([name, path, perPage, rows, filter, word]) => {
    const last = deep(perPage, rows);
    return [
      [`staff, ${name}, page 1`, `${path}?page=1`],
      [`staff, ${name}, page ${last}`, `${path}?page=${last}`],
      [`staff, ${name}, filtered`, `${path}?${filter}`],
      [`staff, ${name}, one found`, `${path}?search=${Math.floor(shop.users / 2)}%40`],
      [`staff, ${name}, none found`, `${path}?search=nobody%20here`],
      [`staff, ${name}, many found`, `${path}?search=okafor`],
      [`staff, ${name}, many found and counted`, `${path}?search=okafor&page=2&${CAN_COUNT}`],
      [`staff, ${name}, many found, filtered`, `${path}?search=okafor&${filter}`],
      [`staff, ${name}, two letters`, `${path}?search=ob`],
      [`staff, ${name}, found on page ${last}`, `${path}?search=${word}&page=${last}`],
    ];
  });
  return [
    ...lists,
    ['staff, search, one found', `/admin/search?q=${Math.floor(shop.users / 2)}%40`, 100],
    ['staff, search, many found', '/admin/search?q=okafor', 100],
    ['staff, search, none found', '/admin/search?q=nobody%20here', 100],
    ['staff, dashboard', '/admin/dashboard/full'],
    ['staff, analytics', '/admin/analytics?period=30d'],
  ] as [what: string, path: string, targetMs?: number][];
};

export const lists: Benchmark = {
  name: 'lists',
  async run(context, options) {
    const lines: Metric[] = [];
    for (const users of options.sizes) {
      const shop = await openShop(context, `lists_${users}`, users);
      const api = await startApi(context, shop);
      const connection = await HttpConnection.open(api.port);
      const measure = async (
        what: string,
        path: string,
        callers: readonly Caller[],
        targetMs = TARGET_MS,
      ) => {
        const request = async (call: number) => {
          const { headers } = callers[call % callers.length]!;
          const { status, body } = await connection.request('GET', `/api/v1${path}`, headers);
          if (status !== 200) throw new Error(`${path} answered ${status}: ${body.slice(0, 300)}`);
        };
        for (let call = 0; call < 3; call += 1) await request(call);
        const measured = await closedLoop(1, { seconds: 20, maxCalls: CALLS }, (_, call) =>
          request(call),
        );
        const target = { text: `p95 < ${targetMs} ms`, met: measured.p95 < targetMs };
        lines.push({ what: `${users} users: ${what}`, measured, target });
      };
      const customers = await createFundedCustomers(shop, CALLS, 1000);
      for (const [what, path] of CUSTOMER) await measure(what, path, customers);
      const admins = await createStaff(shop, 4);
      for (const [what, path, targetMs] of getAdminPaths(shop))
        await measure(what, path, admins, targetMs);
      connection.close();
      await context.cleanUp();
    }
    return {
      title: 'Lists, searches and statistics',
      how: `Sequential calls, ${CALLS} of each after three warm-up calls, in shops with as many proxies as users and twice as many transactions.`,
      lines,
    };
  },
};
