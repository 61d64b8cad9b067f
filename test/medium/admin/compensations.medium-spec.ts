import { CompensationsService } from '../../../src/admin/compensations/compensations.service';
import type { CompensationPreviewData } from '../../../src/admin/compensations/compensation.dto';
import { INVARIANTS } from '../../../src/admin/integrity/invariants';
import { WalletCorrectionsService } from '../../../src/admin/wallet-corrections/wallet-corrections.service';
import { InboxService } from '../../../src/notifications/inbox/inbox.service';
import { OrderWithdrawalService } from '../../../src/proxies/refunds/order-withdrawal.service';
import { insertSoldProxy } from '../../support/sold-proxy';
import { useAdminTestApp, type TestUser } from './admin-test-app';

const GIGABYTE = 2 ** 30;
const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const OUTAGE = { kind: 'residential', country: 'is', from: at(-2), until: at(0.5) };
const REASON = 'The network was down for two hours';
const CHECKED =
  /accepted-payments|corrections|sum-to-zero|balances|on-statements|statement-equals|limits-equal|movements-go/;

interface Listed {
  id: number;
  status: string;
  total: number;
  customers: number;
  given: number;
  refused: number;
}

describe('Compensation of many customers', () => {
  const testApp = useAdminTestApp();
  let ngozi: TestUser;
  let emeka: TestUser;
  let service: CompensationsService;
  let serial = 0;

  beforeAll(async () => {
    service = testApp.app.get(CompensationsService);
    ngozi = await testApp.createUser('admin', 'Ngozi Eze');
    emeka = await testApp.createUser('admin', 'Emeka Obi');
    await testApp.letServe(ngozi, emeka);
  }, 60_000);
  beforeEach(() => testApp.forgetMovements());
  afterEach(async () => {
    jest.restoreAllMocks();
    await testApp.sql(`UPDATE proxy SET country = 'mt' WHERE country = 'is'`);
    for (const [name, [, sql]] of Object.entries(INVARIANTS))
      if (CHECKED.test(name)) expect([name, await testApp.sql(sql)]).toEqual([name, []]);
  });

  const customerWith = async (proxies: number, columns: object = {}): Promise<TestUser> => {
    const user = await testApp.createUser('user', `Customer ${(serial += 1)}`);
    for (let index = 0; index < proxies; index++)
      await insertSoldProxy((sql, values) => testApp.sql<{ id: number }>(sql, values), {
        ...{ username: `c${(serial += 1)}`, userId: user.id },
        columns: { country: 'is', limit_bytes: GIGABYTE, price_kobo: 100_000, ...columns },
      });
    await testApp.sql(`UPDATE proxy_order SET request = '{"gigabytes": 1}'`);
    return user;
  };
  const call = (by: TestUser, path: string, body: object, key?: string) =>
    testApp.call(
      by,
      'POST',
      `/admin/compensations${path}`,
      body,
      key ? { 'idempotency-key': key } : {},
    );
  const propose = async (body: object, key?: string): Promise<Listed> => {
    const { status, body: answer } = await call(
      ngozi,
      '',
      { ...OUTAGE, reason: REASON, ...body },
      key,
    );
    expect([status, answer.errors]).toEqual([201, undefined]);
    return (answer.data as unknown as { compensation: Listed }).compensation;
  };
  const find = async (id: number) => {
    const { body } = await testApp.call(ngozi, 'GET', '/admin/compensations');
    return (body.data as unknown as { compensations: Listed[] }).compensations.find(
      (one) => one.id === id,
    )!;
  };
  const proposalOf = async (id: number): Promise<number> => {
    const [row] = await testApp.sql<{ id: number }>(
      `SELECT id FROM wallet_correction WHERE kind = 'compensation' AND subject_id = $1`,
      [id],
    );
    return row!.id;
  };
  const decide = async (by: TestUser, id: number, action: 'approve' | 'reject') =>
    testApp.call(by, 'POST', `/admin/wallet-corrections/${await proposalOf(id)}/${action}`, {
      ...(action === 'reject' && { reason: 'Too much' }),
    });
  const creditsOf = (id: number) =>
    testApp.sql<{ user_id: number; kobo: number }>(
      `SELECT user_id, amount_kobo::int AS kobo FROM wallet_transaction
       WHERE purpose = 'goodwill' AND reference LIKE 'GOODWILL-' || $1 || '-%' ORDER BY user_id`,
      [id],
    );
  const inbox = (userId: number) =>
    testApp.sql<{ text: string }>(
      `SELECT text FROM inbox_message WHERE user_id = $1 AND kind = 'compensation'`,
      [userId],
    );

  it('should credit each customer once although a run fails and two workers go on', async () => {
    const customers: TestUser[] = [];
    for (let index = 0; index < 5; index++) customers.push(await customerWith(index === 0 ? 2 : 1));
    await customerWith(1, { country: 'mt' });
    const terms = { ...OUTAGE, give: 'credit', amount: 50_000 };
    const { body } = await call(ngozi, '/preview', terms);
    expect(body.data).toMatchObject({ customers: 5, proxies: 6, megabytes: 0, total: 250_000 });
    expect((body.data as unknown as CompensationPreviewData).sample[0]).toMatchObject({
      proxies: 2,
    });
    const { id, status } = await propose(terms, 'once-0001');
    expect(status).toBe('proposed');
    expect((await propose(terms, 'once-0001')).id).toBe(id);
    await service.giveDue();
    expect(await creditsOf(id)).toEqual([]);
    expect((await decide(ngozi, id, 'approve')).body.code).toBe('OWN_PROPOSAL');
    // Who comes later is not on the list that was proposed.
    await customerWith(1);
    expect((await decide(emeka, id, 'approve')).status).toBe(200);
    expect((await decide(emeka, id, 'approve')).status).toBe(409);

    const box = testApp.app.get(InboxService);
    const add = box.add.bind(box);
    let messages = 0;
    jest
      .spyOn(box, 'add')
      .mockImplementation((list) =>
        ++messages === 3 ? Promise.reject(new Error('killed')) : add(list),
      );
    await expect(service.giveDue()).rejects.toThrow('killed');
    expect(await find(id)).toMatchObject({ status: 'running', customers: 5, given: 2 });
    expect(await creditsOf(id)).toHaveLength(2);
    await Promise.all([service.giveDue(), service.giveDue()]);
    await service.giveDue();
    expect(await find(id)).toMatchObject({ status: 'done', customers: 5, given: 5, refused: 0 });
    expect(await creditsOf(id)).toEqual(
      customers.map((one) => ({ user_id: one.id, kobo: 5_000_000 })),
    );
    for (const one of customers)
      expect(await inbox(one.id)).toEqual([
        { text: `${REASON}\nWe have added ₦50,000 to your wallet.` },
      ]);
    const [ledger] = await testApp.sql<{ sum: string; goodwill: string }>(
      `SELECT sum(e.amount_kobo)::text AS sum,
              sum(e.amount_kobo) FILTER (WHERE a.code = 'goodwill')::text AS goodwill
       FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id`,
    );
    expect(ledger).toEqual({ sum: '0', goodwill: '-25000000' });
    // Nor can a row be paid twice by hand.
    await testApp.sql(
      `UPDATE compensation_customer SET done_at = NULL WHERE compensation_id = $1`,
      [id],
    );
    await testApp.sql(`UPDATE compensation SET finished_at = NULL WHERE id = $1`, [id]);
    await expect(service.giveDue()).rejects.toThrow('was posted before');
    await testApp.sql(
      `UPDATE compensation_customer SET done_at = now() WHERE compensation_id = $1`,
      [id],
    );
    await service.giveDue();
    const audited = await testApp.sql<{ count: number }>(
      `SELECT count(*)::int FROM audit_log WHERE action = 'wallet.compensated' AND details LIKE $1`,
      [`Compensation ${id}:%`],
    );
    expect(audited).toEqual([{ count: 5 }]);
  });

  it('should add traffic to proxies in use, below the limit without a second person', async () => {
    const ada = await customerWith(2);
    const gone = await customerWith(1);
    await customerWith(1, { expires_at: new Date(Date.now() - HOUR_MS) });
    const terms = { ...OUTAGE, give: 'traffic', megabytes: 512 };
    const { body } = await call(ngozi, '/preview', terms);
    // Half of what each of three proxies cost, for one gigabyte.
    expect(body.data).toMatchObject({ customers: 2, proxies: 3, megabytes: 1536, total: 1500 });
    const { id, status } = await propose(terms);
    expect(status).toBe('running');
    await testApp.sql(`UPDATE proxy SET status = 'expired' WHERE user_id = $1`, [gone.id]);
    await Promise.all([service.giveDue(), service.giveDue()]);
    await service.giveDue();
    expect(await find(id)).toMatchObject({ status: 'done', customers: 2, given: 1, refused: 1 });
    const proxies = await testApp.sql<{ id: number; bytes: number }>(
      `SELECT id, limit_bytes::float8 AS bytes FROM proxy WHERE user_id = ANY ($1) ORDER BY user_id, id`,
      [[ada.id, gone.id]],
    );
    expect(proxies.map(({ bytes }) => bytes / GIGABYTE)).toEqual([1.5, 1.5, 1]);
    // It is used last and is not paid out by a refund of what is unused.
    const refundable = testApp.app.get(OrderWithdrawalService, { strict: false });
    for (const { id: proxyId } of proxies.slice(0, 2))
      expect(await refundable.findRefundable({ column: 'id', value: proxyId })).toEqual([
        expect.objectContaining({ limitBytes: BigInt(GIGABYTE), usedBytes: 0n }),
      ]);
    expect(await inbox(ada.id)).toEqual([
      { text: `${REASON}\nWe have added 512 MB of traffic to each of your 2 proxies.` },
    ]);
    expect(await inbox(gone.id)).toEqual([]);
  });

  it('should give nothing that is rejected, and wait in a shop with one admin', async () => {
    await customerWith(1);
    const terms = { ...OUTAGE, give: 'credit', amount: 900_000 };
    const { id } = await propose(terms);
    expect((await decide(emeka, id, 'reject')).status).toBe(200);
    expect(await find(id)).toMatchObject({ status: 'rejected', given: 0 });
    const alone = await propose(terms);
    await testApp.sql(`UPDATE users SET role = 'user' WHERE id = $1`, [emeka.id]);
    await testApp.sql(`DELETE FROM admin_term WHERE user_id = $1`, [emeka.id]);
    const corrections = testApp.app.get(WalletCorrectionsService);
    await corrections.executeDue();
    await service.giveDue();
    expect(await find(alone.id)).toMatchObject({ status: 'proposed' });
    await testApp.sql(
      `UPDATE wallet_correction SET executes_at = now() - interval '1 minute' WHERE id = $1`,
      [await proposalOf(alone.id)],
    );
    await corrections.executeDue();
    await service.giveDue();
    expect(await creditsOf(alone.id)).toHaveLength(1);
    expect(await creditsOf(id)).toEqual([]);
  });

  it('should refuse what names nobody, and who may not move money', async () => {
    const terms = { ...OUTAGE, give: 'credit', amount: 100 };
    const { kind: _, country: __, ...everybody } = terms;
    expect((await call(ngozi, '/preview', everybody)).status).toBe(422);
    expect((await call(ngozi, '/preview', { ...terms, give: 'traffic' })).status).toBe(422);
    expect((await call(ngozi, '', terms)).status).toBe(422);
    const nobody = { ...terms, country: 'aq', reason: REASON };
    expect((await call(ngozi, '', nobody)).body.code).toBe('NOBODY_COMPENSATED');
    await customerWith(1);
    const stale = { ...terms, reason: REASON, expected_total: 0 };
    expect((await call(ngozi, '', stale)).body.code).toBe('COMPENSATION_CHANGED');
    const support = await testApp.createUser('sub-admin');
    expect((await call(support, '/preview', terms)).status).toBe(403);
  });
});
