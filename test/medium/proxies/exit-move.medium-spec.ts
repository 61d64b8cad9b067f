import { DataSource } from 'typeorm';
import { INVARIANTS } from '../../../src/admin/integrity/invariants';
import { ExitListService } from '../../../src/catalog/exits/exit-list.service';
import { MailService } from '../../../src/mail/mail.service';
import { ExitMoveService } from '../../../src/proxies/stock-replacement/exit-move.service';
import { addGateway } from '../../support/gateway-row';
import { createHttpTestApp, type Customer, type HttpTestApp } from './http-test-app';

const STOCK_INVARIANTS = ['stock-sold-once', 'dedicated-proxies-have-their-unit'];

interface Bought {
  id: number;
  ip: string;
  username: string;
  password: string;
}

describe('Moving customers off an exit', () => {
  let app: HttpTestApp;
  let source: DataSource;
  let admin: Customer;
  let ada: Customer;
  let ben: Customer;
  let country: number;
  let exit: number;
  let other: number;

  beforeAll(async () => {
    app = await createHttpTestApp();
    source = app.nest.get(DataSource);
    admin = await app.signUp('admin');
    [ada, ben] = [await app.signUp(), await app.signUp()];
    for (const customer of [ada, ben]) await app.fundWallet(customer, 500_000);
    const [row] = await source.query<[{ id: number }]>(
      `SELECT id FROM catalog_country WHERE code = 'is'`,
    );
    country = row.id;
  });
  beforeEach(async () => {
    const add = async (net: string, count: number) => {
      const addresses = Array.from({ length: count }, (_, i) => `203.0.${net}.${i + 1}`);
      const added = {
        kind: 'datacenter' as const,
        country: 'is',
        local_address: `203.0.${net}.99`,
      };
      const { exitNodeIds } = await app.nest.get(ExitListService).add([{ ...added, addresses }]);
      return { id: exitNodeIds[0]!, addresses };
    };
    const first = await add('113', 4);
    exit = first.id;
    const serve = (id: string, addresses: string[]) =>
      addGateway((sql, values) => source.query(sql, values), {
        ...{ id, addresses, publicHost: `${id}.example.com` },
      });
    await serve('gw-1', first.addresses);
    const second = await add('114', 2);
    other = second.id;
    await source.query(`UPDATE exit_node SET selling = false WHERE id = $1`, [other]);
    await serve('gw-2', second.addresses);
  });
  afterEach(async () => {
    await source.query(`TRUNCATE exit_move, gateway, mail_message CASCADE`);
    await source.query(`UPDATE proxy SET status = 'expired'`);
    await source.query(`UPDATE stock_unit SET order_id = NULL WHERE exit_node_id IN ($1, $2)`, [
      exit,
      other,
    ]);
    await source.query(`DELETE FROM stock_unit WHERE exit_node_id IN ($1, $2)`, [exit, other]);
    await source.query(`UPDATE exit_node SET enabled = false WHERE id IN ($1, $2)`, [exit, other]);
  });
  afterAll(() => app.close());

  const buy = async ({ headers }: Customer): Promise<Bought> => {
    const { status, body } = await app.call(
      'POST',
      '/proxies/buy-datacenter',
      {
        ...{ country_id: country, duration_minutes: 30 * 1440, quantity: 1 },
        ...{ proxy_type: 'individual_ipv4', protocol: 'http' },
      },
      headers,
    );
    expect([status, body.message]).toEqual([201, expect.anything()]);
    return (body.data as unknown as { proxies: [Bought] }).proxies[0];
  };
  const sell = (id: number) =>
    source.query(`UPDATE exit_node SET selling = true WHERE id = $1`, [id]);
  const preview = (by = admin) =>
    app.call('GET', `/admin/supply/exits/${exit}/customers`, undefined, by.headers);
  const start = (reason = 'Lease ends', by = admin) =>
    app.call('POST', `/admin/supply/exits/${exit}/move`, { reason }, by.headers);
  const moveDue = () => app.nest.get(ExitMoveService).moveDue();
  const show = async (id: number, { headers }: Customer) =>
    (await app.call('GET', `/user/proxies/${id}`, undefined, headers)).body.data.proxy;
  const mails = () =>
    source.query<{ recipient: string; subject: string }[]>(
      `SELECT recipient, subject FROM mail_message WHERE subject LIKE '%new address%' ORDER BY id`,
    );
  const expectIntact = async () => {
    for (const [name, [, sql]] of Object.entries(INVARIANTS))
      if (STOCK_INVARIANTS.includes(name))
        expect([name, await source.query(sql)]).toEqual([name, []]);
  };

  it('should show who would move where, and move each once by two workers', async () => {
    const bought = [await buy(ada), await buy(ada), await buy(ben)];
    await sell(other);
    const move = (proxy: Bought, customer: Customer, to: string | null) =>
      expect.objectContaining({
        ...{ proxy_id: proxy.id, user_id: customer.userId, from: proxy.ip, to },
      });
    expect((await preview()).body.data).toEqual({
      ...{ customers: 2, proxies: 3, movable: 2, last_move: null },
      moves: [
        move(bought[0]!, ada, '203.0.114.1'),
        move(bought[1]!, ada, '203.0.114.2'),
        move(bought[2]!, ben, null),
      ],
    });
    expect((await start('no')).status).toBe(422);
    expect((await start()).status).toBe(200);
    expect((await start()).body.code).toBe('EXIT_MOVE_RUNS');
    await Promise.all([moveDue(), moveDue()]);
    expect((await preview()).body.data).toMatchObject({
      ...{ customers: 1, proxies: 1, movable: 0 },
      last_move: { total: 3, moved: 2, stayed: 1, reason: 'Lease ends' },
    });
    const [{ username, password }] = bought as [Bought];
    expect(await show(bought[0]!.id, ada)).toMatchObject({
      ...{ ip: '203.0.114.1', host: 'gw-2.example.com', username, password },
    });
    expect(await show(bought[2]!.id, ben)).toMatchObject({
      ip: '203.0.113.3',
      host: 'gw-1.example.com',
    });
    expect(await mails()).toEqual([
      { recipient: ada.email, subject: '2 of your proxies have new addresses' },
    ]);
    const units = await source.query<{ address: string }[]>(
      `SELECT address FROM stock_unit WHERE exit_node_id = $1 AND order_id IS NULL AND note LIKE 'Moved off%'
       ORDER BY id`,
      [exit],
    );
    expect(units.map(({ address }) => address)).toEqual(['203.0.113.1', '203.0.113.2']);
    const [audited] = await source.query<[{ moves: number; starts: number }]>(
      `SELECT count(*) FILTER (WHERE action = 'system.stock_replaced')::int AS moves,
              count(*) FILTER (WHERE action = 'system.exit_customers_moved')::int AS starts FROM audit_log`,
    );
    expect(audited).toEqual({ moves: 2, starts: 1 });
    expect(await source.query(`SELECT selling FROM exit_node WHERE id = $1`, [exit])).toEqual([
      { selling: false },
    ]);
    await expectIntact();
  });

  it('should go on after a failure where it stopped, with one mail for each customer', async () => {
    const bought = [await buy(ada), await buy(ben)];
    await sell(other);
    await start();
    const mail = app.nest.get(MailService);
    const send = mail.enqueueTemplate.bind(mail);
    const failing = jest
      .spyOn(mail, 'enqueueTemplate')
      .mockImplementation((to, ...rest) =>
        to === ben.email ? Promise.reject(new Error('gone')) : send(to, ...rest),
      );
    await expect(moveDue()).rejects.toThrow('gone');
    failing.mockRestore();
    expect(await show(bought[1]!.id, ben)).toMatchObject({ ip: bought[1]!.ip });
    expect((await preview()).body.data.last_move).toMatchObject({ moved: 1, finished_at: null });
    await moveDue();
    await moveDue();
    expect((await preview()).body.data.last_move).toMatchObject({ moved: 2, stayed: 0 });
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([ada.email, ben.email]);
    expect((await start()).body.code).toBe('EXIT_WITHOUT_CUSTOMERS');
    await expectIntact();
  });
});
