import { useAdminTestApp, type TestUser } from './admin-test-app';

describe('GET /admin/search', () => {
  const testApp = useAdminTestApp();
  let admin: TestUser;
  let subAdmin: TestUser;
  let ada: TestUser;
  let [proxy] = [] as { id: number; uuid: string; username: string; order_id: number }[];
  let reference: string;

  beforeAll(async () => {
    admin = await testApp.createUser('admin', 'Chief');
    subAdmin = await testApp.createUser('sub-admin', 'Helper');
    ada = await testApp.createUser('user', 'Adaeze Payer');
    await testApp.sql(`UPDATE users SET phone = '+2348031234567' WHERE id = $1`, [ada.id]);
    await testApp.fund(ada.id, 45_000);
    await testApp.sell(ada.id, { naira: 2500 });
    [proxy] = await testApp.sql(
      'SELECT id, uuid, username, order_id FROM proxy WHERE user_id = $1',
      [ada.id],
    );
    [{ reference }] = (await testApp.sql<{ reference: string }>(
      `SELECT reference FROM wallet_transaction t JOIN proxy_order o ON o.transaction_id = t.id
       WHERE o.id = $1`,
      [proxy!.order_id],
    )) as [{ reference: string }];
  }, 60_000);

  const search = async (q: string, caller = admin) => {
    const { body } = await testApp.call(caller, 'GET', `/admin/search?q=${encodeURIComponent(q)}`);
    return body.data.results as { kind: string; id: number; subtitle: string; url: string }[];
  };

  it.each(['adaeze', 'DAEZE pay', '0803 123 4567', '+2348031234567', '8031234567'])(
    'should find a user by "%s"',
    async (term) => {
      expect(await search(term)).toMatchObject([
        {
          kind: 'user',
          id: ada.id,
          title: 'Adaeze Payer',
          url: `/admin/userprofile?id=${ada.id}`,
        },
      ]);
    },
  );

  it('should find a user by e-mail address, and a proxy by id and user name', async () => {
    const found = { kind: 'proxy', id: proxy!.id, url: `/admin/proxies/${proxy!.id}` };
    expect(await search(ada.email)).toMatchObject([{ kind: 'user', id: ada.id }]);
    expect(await search(proxy!.uuid)).toMatchObject([found]);
    expect(await search(proxy!.username)).toMatchObject([found]);
  });

  it('should find a transaction and its order by reference', async () => {
    expect(await search(reference)).toMatchObject([
      { kind: 'transaction', title: reference, subtitle: expect.stringContaining('₦2,500') },
      {
        ...{ kind: 'order', id: proxy!.order_id, subtitle: expect.stringContaining('₦2,500') },
        url: `/admin/orders/${proxy!.order_id}`,
      },
    ]);
  });

  it('should find a ticket by its subject, for those who answer tickets', async () => {
    const [{ id }] = (await testApp.sql(
      `INSERT INTO ticket (user_id, opened_by, subject) VALUES ($1, $1, 'Slow in Accra') RETURNING id`,
      [ada.id],
    )) as [{ id: number }];
    expect(await search('w in accr')).toMatchObject([
      {
        ...{ kind: 'ticket', id, title: `#${id} Slow in Accra`, subtitle: 'Adaeze Payer · open' },
        url: `/admin/support/${id}`,
      },
    ]);
    expect(await search('w in accr', subAdmin)).toEqual([]);
  });

  it('should find everything that has a number', async () => {
    const results = await search(`#${proxy!.order_id}`);
    expect(results).toContainEqual(expect.objectContaining({ kind: 'order', id: proxy!.order_id }));
    expect(results.some(({ kind }) => kind === 'user')).toBe(true);
  });

  it('should withhold amounts, orders and user names of proxies from a sub-admin', async () => {
    const results = await search(reference, subAdmin);
    expect(results).toMatchObject([{ kind: 'transaction', subtitle: 'Adaeze Payer · successful' }]);
    expect(await search(proxy!.username, subAdmin)).toEqual([]);
  });

  it('should find nothing by two letters, and refuse an empty search', async () => {
    expect(await search('ad')).toEqual([]);
    expect((await testApp.call(admin, 'GET', '/admin/search?q=%20')).status).toBe(422);
  });

  it('should find no closed account', async () => {
    const gone = await testApp.createUser('user', 'Gonewild');
    await testApp.sql('UPDATE users SET closed_at = now() WHERE id = $1', [gone.id]);
    expect(await search('gonewild')).toEqual([]);
  });
});
