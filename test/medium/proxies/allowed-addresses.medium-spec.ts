import { MailService } from '../../../src/mail/mail.service';
import { useHttpTestApp, type Customer, poolOrderBody } from './http-test-app';

const PATH = '/user/allowed-addresses';
const ADA = '203.0.113.7';
/** In one list only. */
const OTHER = '198.51.100.77';

interface Lists {
  enabled: boolean;
  limit: number;
  current_address: string | null;
  account: Listed[];
  proxies: { proxy_id: number; addresses: Listed[] }[];
}

interface Listed {
  address: string;
  created_at: string;
  state: string;
  last_used_at: string | null;
}

describe('Allowed addresses API', () => {
  const app = useHttpTestApp();
  let ada: Customer;
  let proxyId: number;

  beforeEach(async () => {
    ada = await app.signUp();
    proxyId = await buyProxy(ada);
  });

  async function buyProxy(customer: Customer): Promise<number> {
    await app.fundWallet(customer, 50_000);
    const { body } = await app.call('POST', '/proxies/buy', poolOrderBody, customer.headers);
    const { proxies } = body.data as unknown as { proxies: { id: number }[] };
    return proxies[0]!.id;
  }

  const put = (customer: Customer, addresses: unknown, id?: unknown) =>
    app.call(
      'PUT',
      PATH,
      { addresses, ...(id !== undefined && { proxy_id: id }) },
      customer.headers,
    );

  async function getLists(customer: Customer): Promise<Lists> {
    const { status, body } = await app.call('GET', PATH, undefined, customer.headers);
    expect(status).toBe(200);
    return body.data as unknown as Lists;
  }

  const plain = ({ account, proxies }: Lists) => ({
    account: account.map(({ address }) => address),
    proxies: proxies.map((each) => [each.proxy_id, each.addresses.map(({ address }) => address)]),
  });

  const query = <T>(sql: string, values: unknown[] = []) => app.sql<T>(sql, values);

  it('should keep a list for the account and one for each proxy', async () => {
    expect(await getLists(ada)).toEqual({
      ...{ enabled: true, limit: 20, current_address: null, account: [], proxies: [] },
    });
    const saved = await put(ada, [ADA, '2001:db8::7']);
    expect(saved.status).toBe(200);
    await put(ada, ['127.0.0.2', ADA], proxyId);
    const lists = await getLists(ada);
    expect(plain(lists)).toEqual({
      account: [ADA, '2001:db8::7'],
      proxies: [[proxyId, ['127.0.0.2', ADA]]],
    });
    expect(new Date(lists.account[0]!.created_at).getTime()).toBeGreaterThan(Date.now() - 60_000);
    await put(ada, [], proxyId);
    await put(ada, ['2001:db8::7']);
    expect(plain(await getLists(ada))).toEqual({ account: ['2001:db8::7'], proxies: [] });
  });

  it('should store one spelling of an address', async () => {
    const spellings = [
      ...[' 203.0.113.7 ', '::ffff:203.0.113.7', '::FFFF:CB00:7107'],
      ...['2001:DB8:0:0:0:0:0:7', '2001:db8::0007'],
    ];
    await put(ada, spellings);
    expect(plain(await getLists(ada)).account).toEqual([ADA, '2001:db8::7']);
  });

  it.each([
    'example.com',
    '203.0.113.0/24',
    '203.0.113',
    '0x7f.1',
    '203.0.113.07',
    '2001:db8::7%eth0',
    '',
    '10.0.0.1',
    '192.168.1.20',
    '100.64.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    'fe80::1',
    'fd00::1',
    '::',
    '::ffff:10.0.0.1',
  ])('should refuse %j and name it', async (address) => {
    const { status, body } = await put(ada, [ADA, address]);
    expect([status, body.code]).toEqual([422, 'VALIDATION_FAILED']);
    const [problem] = body.errors?.addresses as string[];
    expect(problem).toContain(address.replace('::ffff:', ''));
    expect(plain(await getLists(ada)).account).toEqual([]);
  });

  it('should take 20 addresses in a list and no more', async () => {
    const many = Array.from({ length: 21 }, (_, n) => `203.0.113.${n + 1}`);
    expect((await put(ada, many.slice(1))).status).toBe(200);
    expect((await put(ada, many.slice(1), proxyId)).status).toBe(200);
    const { status, body } = await put(ada, many);
    expect([status, body.errors]).toEqual([
      422,
      { addresses: ['A list has at most 20 addresses; these are 21'] },
    ]);
    const concurrent = [many.slice(0, 20), many.slice(1), ['198.51.100.1']];
    await Promise.all(concurrent.map((list) => put(ada, list)));
    expect((await getLists(ada)).account.length).toBeLessThanOrEqual(20);
  });

  it.each([[undefined], ['203.0.113.7'], [[7]], [null]])(
    'should refuse %j as a list',
    async (list) => {
      const { status, body } = await put(ada, list);
      expect([status, body.errors]).toMatchObject([422, { addresses: expect.any(Array) }]);
    },
  );

  it('should answer 404 for a proxy of somebody else and leave its list alone', async () => {
    await put(ada, [ADA], proxyId);
    const other = await app.signUp();
    for (const id of [proxyId, 999_999]) {
      const { status, body } = await put(other, [], id);
      expect([status, body.code]).toEqual([404, 'PROXY_NOT_FOUND']);
    }
    expect((await put(other, [], 'x')).status).toBe(422);
    expect(plain(await getLists(other))).toEqual({ account: [], proxies: [] });
    expect(plain(await getLists(ada)).proxies).toEqual([[proxyId, [ADA]]]);
    expect((await app.call('GET', PATH)).status).toBe(401);
    expect((await app.call('PUT', PATH, { addresses: [] })).status).toBe(401);
  });

  it('should audit a change, and mail the owner about what was added', async () => {
    await put(ada, [ADA, '198.51.100.4'], proxyId);
    await put(ada, [ADA, '198.51.100.4'], proxyId);
    await put(ada, [ADA], proxyId);
    const rows = await query<{ details: string }>(
      `SELECT details FROM audit_log WHERE action = 'proxy.addresses_changed' AND target = $1 ORDER BY id`,
      [`proxy:${proxyId}`],
    );
    expect(rows.map(({ details }) => details)).toEqual([
      `Access without a password for proxy ${proxyId}: allowed ${ADA}, 198.51.100.4`,
      `Access without a password for proxy ${proxyId}: removed 198.51.100.4`,
    ]);
    const mails = await app.nest.get(MailService, { strict: false }).inbox({ to: ada.email });
    const told = mails.filter(({ text }) => text.includes('without a password'));
    expect(told.map(({ subject }) => subject)).toEqual([
      '2 addresses were allowed to use your NairaProxy proxies',
    ]);
    expect(told[0]?.text).toContain(`${ADA}, 198.51.100.4 may use your proxy ${proxyId} without`);
  });

  /** What a gateway does when a request with a password came from the address. */
  const prove = (address: string, id: number) =>
    query(`SELECT gateway_prove_address($1, $2)`, [address, id]);
  const states = ({ account, proxies }: Lists) =>
    [account, ...proxies.map((each) => each.addresses)].flatMap((list) =>
      list.map(({ address, state, last_used_at: at }) => [address, state, at !== null]),
    );

  it('should say which addresses are pending, active and taken, and not by whom', async () => {
    const [contested, own] = ['203.0.113.100', '203.0.113.101'];
    const bola = await app.signUp();
    const bolasProxy = await buyProxy(bola);
    const saved = await put(ada, [contested, own]);
    expect(states(saved.body.data as unknown as Lists)).toEqual([
      [contested, 'pending', false],
      [own, 'pending', false],
    ]);
    await put(ada, [contested], proxyId);
    await put(bola, [contested]);
    // Not on a list of hers.
    await prove(own, bolasProxy);
    await Promise.all([prove(contested, bolasProxy), prove(own, proxyId)]);
    await prove(contested, proxyId);
    expect(states(await getLists(ada))).toEqual([
      [contested, 'taken', false],
      [own, 'active', true],
      [contested, 'taken', false],
    ]);
    const { status, body } = await app.call('GET', PATH, undefined, ada.headers);
    expect([status, JSON.stringify(body).includes(bola.email)]).toEqual([200, false]);
    expect(states(await getLists(bola))).toEqual([[contested, 'active', true]]);
    // The lists stay, and what was given up can be proved again.
    await put(bola, []);
    expect(states(await getLists(ada))[0]).toEqual([contested, 'pending', false]);
    await put(bola, [contested]);
    expect(states(await getLists(bola))).toEqual([[contested, 'pending', false]]);
    await prove(contested, proxyId);
    // Still on the list of the proxy.
    await put(ada, []);
    expect(states(await getLists(ada))).toEqual([[contested, 'active', true]]);
    await query(
      `UPDATE address_holder SET last_used_at = now() - interval '30 days' WHERE address = $1`,
      [contested],
    );
    expect(states(await getLists(ada))).toEqual([[contested, 'pending', false]]);
  });

  it('should let one of several customers prove an address, also while it is removed', async () => {
    const address = '203.0.113.110';
    const customers = [ada, await app.signUp(), await app.signUp()];
    const proxies = [proxyId, await buyProxy(customers[1]!), await buyProxy(customers[2]!)];
    for (let round = 0; round < 5; round++) {
      await Promise.all(customers.map((each) => put(each, [address])));
      await Promise.all([...proxies.map((id) => prove(address, id)), put(ada, [])]);
      const held = await Promise.all(customers.map(async (each) => states(await getLists(each))));
      const active = held.flat().filter(([, state]) => state === 'active');
      expect(active.length).toBeLessThanOrEqual(1);
      const holders = await query<{ user_id: number }>(
        `SELECT user_id FROM address_holder WHERE address = $1`,
        [address],
      );
      // Never somebody who does not list it.
      expect(holders).toHaveLength(active.length);
      await Promise.all(customers.map((each) => put(each, [])));
      expect(await query(`SELECT FROM address_holder WHERE address = $1`, [address])).toEqual([]);
    }
  });

  it('should let staff switch it off and keep the lists', async () => {
    await put(ada, [OTHER]);
    await prove(OTHER, proxyId);
    const admin = await app.signUp('admin');
    const save = (addressAccessEnabled: boolean) =>
      app.call('PUT', '/admin/system/settings', { addressAccessEnabled }, admin.headers);
    const usable = async () =>
      (await query(`SELECT FROM gateway_allowed_address WHERE address = $1`, [OTHER])).length;
    expect(await usable()).toBe(1);
    expect((await save(false)).status).toBe(200);
    expect(await usable()).toBe(0);
    const off = await getLists(ada);
    expect([off.enabled, plain(off).account]).toEqual([false, [OTHER]]);
    await save(true);
    expect(await usable()).toBe(1);
  });

  it('should show staff the lists, and let admins remove an address of this customer', async () => {
    const [admin, subAdmin, other] = [
      await app.signUp('admin'),
      await app.signUp('sub-admin'),
      await app.signUp(),
    ];
    await put(ada, [ADA]);
    await put(ada, [OTHER], proxyId);
    const path = `/admin/users/${ada.userId}/allowed-addresses`;
    const seen = await app.call('GET', path, undefined, subAdmin.headers);
    const lists = seen.body.data as unknown as {
      account: { id: number }[];
      proxies: { proxy_id: number; addresses: { id: number }[] }[];
    };
    expect(lists).toMatchObject({
      account: [{ address: ADA, state: 'pending', last_used_at: null }],
      proxies: [{ proxy_id: proxyId, addresses: [{ address: OTHER }] }],
    });
    const id = lists.proxies[0]!.addresses[0]!.id;
    const remove = (user: Customer, by: Customer) =>
      app.call(
        'DELETE',
        `/admin/users/${user.userId}/allowed-addresses/${id}`,
        undefined,
        by.headers,
      );
    expect((await remove(ada, subAdmin)).status).toBe(403);
    expect((await remove(ada, ada)).status).toBe(403);
    expect((await remove(other, admin)).status).toBe(404);
    expect((await remove(ada, admin)).body.data).toMatchObject({
      account: [{ address: ADA }],
      proxies: [],
    });
    expect(await remove(ada, admin)).toMatchObject({
      status: 404,
      body: { code: 'ADDRESS_NOT_FOUND' },
    });
    expect(plain(await getLists(ada))).toEqual({ account: [ADA], proxies: [] });
    const [row] = await query<{ actor_id: number; details: string }>(
      `SELECT actor_id, details FROM audit_log
       WHERE action = 'proxy.addresses_changed' ORDER BY id DESC LIMIT 1`,
    );
    expect(row).toMatchObject({
      actor_id: admin.userId,
      details: expect.stringContaining(`Removed ${OTHER} from the access`) as unknown,
    });
  });

  it('should tell the address of the caller where it can be allowed', async () => {
    const get = (remoteAddress: string) =>
      app.nest
        .inject({ method: 'GET', url: `/api/v1${PATH}`, headers: ada.headers, remoteAddress })
        .then((answer) => answer.json<{ data: Lists }>().data.current_address);
    expect(await get('102.89.1.2')).toBe('102.89.1.2');
    expect(await get('::ffff:102.89.1.2')).toBe('102.89.1.2');
    expect(await get('192.168.1.2')).toBeNull();
  });

  it('should remove the lists of an account that is closed', async () => {
    const leaver = await app.signUp();
    await put(leaver, [ADA]);
    const admin = await app.signUp('admin');
    const { status } = await app.call(
      'DELETE',
      `/admin/users/${leaver.userId}`,
      undefined,
      admin.headers,
    );
    expect(status).toBe(200);
    const left = await query(`SELECT FROM allowed_address WHERE user_id = $1`, [leaver.userId]);
    expect(left).toEqual([]);
  });
});
