import { parseCsv } from '../../../src/common/csv';
import { InvoiceService } from '../../../src/wallet/invoices/invoice.service';
import { AdminTestApp, type TestUser } from './admin-test-app';

interface Order {
  id: number;
  kind: string;
  status: string;
  timeline: { kind: string; text: string; amount: number | null; actor: string; url: string }[];
}

const WHY = 'The country was not reachable';

describe('GET /admin/orders', () => {
  let testApp: AdminTestApp;
  let admin: TestUser;
  let subAdmin: TestUser;
  let ada: TestUser;
  let bola: TestUser;
  /** Orders by what they are in the tests. */
  const ids: Record<string, number> = {};
  let proxyId: number;
  let transactionId: number;

  beforeAll(async () => {
    testApp = await AdminTestApp.open();
    admin = await testApp.createUser('admin', 'Ngozi Eze');
    const second = await testApp.createUser('admin', 'Emeka Eze');
    await testApp.letServe(admin, second);
    subAdmin = await testApp.createUser('sub-admin', 'Helper');
    [ada, bola] = [
      await testApp.createUser('user', 'Adaeze Payer'),
      await testApp.createUser('user', 'Bola Ade'),
    ];
    await testApp.fund(ada.id, 500_000);
    [proxyId] = (await testApp.sell(ada.id, {
      ...{ naira: 250_000, type: 'individual_ipv4', country: 'ng', daysAgo: 3 },
    })) as [number];
    ids.purchase = await latest();
    [{ transaction_id: transactionId }] = (await testApp.sql<{ transaction_id: number }>(
      'SELECT transaction_id FROM proxy_order WHERE id = $1',
      [ids.purchase],
    )) as [{ transaction_id: number }];
    // Written in the transaction of the order.
    await testApp.sql(
      `INSERT INTO audit_log (created_at, actor_name, actor_role, action, category, target, severity, details, ip, user_agent)
       SELECT created_at, 'Adaeze Payer', 'user', 'proxy.ordered', 'proxy', 'order:' || id, 'low', '', '', ''
       FROM proxy_order WHERE id = $1`,
      [ids.purchase],
    );
    await testApp.sell(ada.id, { naira: 900, daysAgo: 2 });
    ids.renewal = await latest();
    await testApp.sql(`DELETE FROM proxy WHERE order_id = $1`, [ids.renewal]);
    await testApp.sql(`UPDATE proxy_order SET kind = 'renewal', proxy_id = $2 WHERE id = $1`, [
      ...[ids.renewal, proxyId],
    ]);
    await testApp.sql(
      `INSERT INTO address_replacement (proxy_id, user_id, old_address, new_address, reason, created_at)
       VALUES ($1, $2, '203.0.113.9', '203.0.113.10', 'dead', now() - interval '1 day')`,
      [proxyId, ada.id],
    );
    await testApp.sell(bola.id, { naira: 400, status: 'refunded', refundedNaira: 400, daysAgo: 9 });
    ids.refunded = await latest();
    [{ id: ids.trial }] = (await testApp.sql<{ id: number }>(
      `INSERT INTO proxy_order (user_id, idempotency_key, type, quantity, amount_kobo, request)
       VALUES ($1, 'trial', 'residential_ipv4', 1, 0, '{"country": "us", "gigabytes": 0.09765625}') RETURNING id`,
      [bola.id],
    )) as [{ id: number }];
    const invoices = testApp.app.get(InvoiceService, { strict: false });
    const actor = { userId: ada.id, name: 'Adaeze Payer', role: 'user', ip: '', userAgent: '' };
    const buyer = { ...actor, email: ada.email, sessionId: '' } as never;
    await invoices.saveBillingDetails(buyer, {
      ...{ name: 'Ada Ltd', address: 'Lagos', tin: null, email: null },
    });
    await invoices.issue(buyer, transactionId);
    const refund = (amount: number) =>
      testApp.call(admin, 'POST', `/admin/orders/${ids.purchase}/partial-refund`, {
        ...{ amount, reason: WHY },
      });
    expect((await refund(1500)).status).toBe(200);
    const { body } = await refund(120_000);
    const { proposal } = body.data as unknown as { proposal: { id: number } };
    const approved = await testApp.call(
      second,
      'POST',
      `/admin/wallet-corrections/${proposal.id}/approve`,
      {},
    );
    expect(approved.status).toBe(200);
  }, 60_000);
  afterAll(() => testApp.close());

  const latest = async () =>
    (await testApp.sql<{ id: number }>('SELECT max(id) AS id FROM proxy_order'))[0]!.id;
  const call = async (path: string, caller = admin) =>
    testApp.call(caller, 'GET', `/admin/orders${path}`);
  const list = async (query = '') =>
    ((await call(`?${query}`)).body.data as unknown as { orders: Order[] }).orders;
  const names = async (query: string) =>
    (await list(query)).map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));

  it('should list orders of every kind, newest first, with their customer', async () => {
    const { body } = await call('?per_page=2');
    expect(body.data).toMatchObject({
      orders: [
        {
          ...{ id: ids.trial, kind: 'trial', status: 'delivered', description: 'Trial, 100 MB' },
          ...{ amount: 0, reference: null, type: 'residential', country: 'us' },
        },
        {
          ...{ id: ids.renewal, kind: 'renewal', proxy_id: proxyId, amount: 900 },
          user: { id: ada.id, name: 'Adaeze Payer', email: ada.email },
        },
      ],
      pagination: { total: 4, per_page: 2, has_next_page: true },
    });
    expect((await list('kind=purchase&search=adaeze'))[0]).toMatchObject({
      ...{ id: ids.purchase, status: 'part_refunded', amount: 250_000, refunded: 121_500 },
    });
  });

  it.each([
    ['status=delivered', ['trial', 'renewal']],
    ['status=part_refunded', ['purchase']],
    ['status=refunded', ['refunded']],
    ['kind=purchase', ['purchase', 'refunded']],
    ['kind=renewal', ['renewal']],
    ['kind=trial', ['trial']],
    ['kind=traffic', []],
    ['kind=all&status=', ['trial', 'renewal', 'purchase', 'refunded']],
    ['amount_min=900&amount_max=250000&sort=amount', ['renewal', 'purchase']],
    ['sort=created_at', ['refunded', 'purchase', 'renewal', 'trial']],
    ['search=bola', ['trial', 'refunded']],
  ])('should filter by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('should export what matches, in its order', async () => {
    const { status, raw } = await testApp.call(admin, 'POST', '/admin/orders/export', {
      ...{ format: 'csv', sort: '-amount', amount_min: 900 },
    });
    const [head, ...rows] = parseCsv(raw.toString());
    const read = (name: string) => rows.map((row) => row[head!.indexOf(name)]);
    expect([status, read('ID'), read('Refunded (NGN)'), read('Status')]).toEqual([
      ...[200, [`${ids.purchase}`, `${ids.renewal}`], ['121500', '0']],
      ['part_refunded', 'delivered'],
    ]);
  });

  it('should search numbers and references, and days of the shop', async () => {
    expect(await names(`search=%23${ids.purchase}`)).toEqual(['purchase']);
    const [{ reference }] = (await testApp.sql<{ reference: string }>(
      'SELECT reference FROM wallet_transaction WHERE id = $1',
      [transactionId],
    )) as [{ reference: string }];
    expect(await names(`search=${reference.toLowerCase()}`)).toEqual(['purchase']);
    const [{ day }] = (await testApp.sql<{ day: string }>(
      `SELECT (created_at AT TIME ZONE 'Africa/Lagos')::date::text AS day FROM proxy_order WHERE id = $1`,
      [ids.refunded],
    )) as [{ day: string }];
    expect(await names(`from=${day}&to=${day}`)).toEqual(['refunded']);
    expect(await names(`to=${day}`)).toEqual(['refunded']);
    expect((await call('?from=2026-02-31')).status).toBe(422);
  });

  it('should tell what became of an order, whose doing it was and where it is shown', async () => {
    const { body } = await call(`/${ids.purchase}`);
    const { order } = body.data as unknown as { order: Order };
    const proposal = expect.stringMatching(/^\/admin\/approvals\?approval=\d+$/) as string;
    const transaction = expect.stringMatching(/^\/admin\/transactions\?transaction=\d+$/) as string;
    const facts = { amount: null, actor: null, url: null };
    expect(order.timeline.map(({ at: _, ...event }: { at?: string } & object) => event)).toEqual([
      {
        ...{ kind: 'charged', text: 'Proxies', amount: 250_000, actor: 'Adaeze Payer' },
        url: `/admin/transactions?transaction=${transactionId}`,
      },
      { ...facts, kind: 'delivered', text: '1 proxy delivered' },
      {
        ...{ ...facts, kind: 'renewed', text: 'Proxies', amount: 900 },
        url: `/admin/orders/${ids.renewal}`,
      },
      {
        ...{ ...facts, kind: 'address_replaced', actor: 'Adaeze Payer' },
        text: `203.0.113.9 replaced by 203.0.113.10 behind proxy #${proxyId}, reported dead`,
        url: `/admin/proxies?proxy=${proxyId}`,
      },
      {
        ...{ ...facts, kind: 'invoice', text: expect.stringMatching(/^INV-/), amount: 250_000 },
        url: transaction,
      },
      {
        ...{ kind: 'refunded', amount: 1500, actor: 'Ngozi Eze', url: transaction },
        text: `part, the proxies stay in service. ${WHY}`,
      },
      {
        ...facts,
        kind: 'credit_note',
        text: expect.stringMatching(/^CN-/),
        amount: 1500,
        url: transaction,
      },
      { kind: 'refund_proposed', text: WHY, amount: 120_000, actor: 'Ngozi Eze', url: proposal },
      {
        kind: 'refund_approved',
        text: 'Approved',
        amount: 120_000,
        actor: 'Emeka Eze',
        url: proposal,
      },
      expect.objectContaining({ kind: 'refunded', amount: 120_000, actor: 'Emeka Eze' }),
      expect.objectContaining({ kind: 'credit_note', amount: 120_000 }),
    ]);
    expect(order).toMatchObject({
      proxies: [{ id: proxyId, status: 'active', ip: '203.0.113.9', country: 'ng' }],
      proxy_count: 1,
      transactions: [
        { id: transactionId, type: 'debit', amount: 250_000 },
        { type: 'credit', amount: 1500 },
        { type: 'credit', amount: 120_000 },
      ],
      invoices: [{ kind: 'invoice' }, { kind: 'credit_note', amount: 1500 }, { amount: 120_000 }],
      user: { id: ada.id },
    });
  });

  it('should show a renewal with the proxy that it renewed, and a trial without a charge', async () => {
    expect((await call(`/${ids.renewal}`)).body.data.order).toMatchObject({
      timeline: [{ kind: 'charged' }, { kind: 'renewed', text: `Proxy #${proxyId} renewed` }],
      proxies: [{ id: proxyId }],
    });
    expect((await call(`/${ids.trial}`)).body.data.order).toMatchObject({
      ...{ timeline: [{ kind: 'delivered' }], transactions: [], invoices: [], proxy_count: 0 },
    });
  });

  it('should refuse a sub-admin, and not find what is not there', async () => {
    expect((await call('', subAdmin)).status).toBe(403);
    expect((await call(`/${ids.purchase}`, subAdmin)).status).toBe(403);
    expect((await call('/999999')).status).toBe(404);
  });
});
