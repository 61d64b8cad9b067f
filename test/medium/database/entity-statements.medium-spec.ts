import { Money } from '../../../src/common/money/money';
import { EntityStatements } from '../../../src/database/entity-statements';
import { Payment } from '../../../src/payments/payment.entity';
import {
  useTestModule,
  insertUser,
  createTestModule,
  type TestModule,
} from '../../support/testing-module';
import { prepareStatement } from '../../../src/database/prepared-statement';
import { isUniqueViolation } from '../../../src/database/pg-errors';

describe('EntityStatements', () => {
  const testModule = useTestModule([]);
  let id: number;
  const payments = new EntityStatements(Payment);

  beforeEach(async () => {
    const [row] = await testModule.sql<{ id: number }>(
      `WITH line AS (
         INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description)
         SELECT $1, r, 'credit', 'topup', 'pending', 500000, 'Wallet top-up' FROM cast(gen_random_uuid() AS text) AS r
         RETURNING *)
       INSERT INTO payment (user_id, transaction_id, reference, provider, status, amount_kobo, fee_kobo,
                            provider_payload, next_check_at, expires_at)
       SELECT user_id, id, reference, 'korapay', 'pending', amount_kobo, 1500, '{"fee": 15}', now(), now()
       FROM line RETURNING id`,
      [await insertUser(testModule)],
    );
    id = row!.id;
  });

  const find = () => payments.findOne(testModule.uow, 'WHERE id = $1', [id]);
  const findByTypeOrm = () => testModule.uow.manager.findOneByOrFail(Payment, { id });

  it('should read what TypeORM reads', async () => {
    const found = await find();
    expect(found).toBeInstanceOf(Payment);
    expect(found).toEqual(await findByTypeOrm());
    expect(found).toMatchObject({
      amount: Money.naira(5000),
      paid: null,
      createdAt: expect.any(Date),
    });
    expect(await payments.findOne(testModule.uow, 'WHERE id = $1', [id + 1])).toBeNull();
  });

  it('should write what TypeORM reads, and the time of the change', async () => {
    const before = await findByTypeOrm();
    const change = {
      paid: Money.kobo(501_500n),
      providerPayload: { quote: `'"\\` },
      nextCheckAt: null,
      settledAt: new Date('2026-03-01T10:00:00.123Z'),
      reason: undefined,
    };
    expect(await testModule.uow.run(() => payments.update(testModule.uow, id, change))).toBe(true);
    const { reason, ...set } = change;
    const after = await findByTypeOrm();
    expect(after).toEqual({ ...before, ...set, reason: null, updatedAt: expect.any(Date) });
    expect(reason).toBeUndefined();
    expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
  });

  it('should change a row only in one of the given states', async () => {
    const close = (from: string[]) =>
      testModule.uow.run(() =>
        payments.update(testModule.uow, id, { status: 'failed', nextCheckAt: null }, from),
      );
    expect(await close(['created', 'review'])).toBe(false);
    expect((await find())!.status).toBe('pending');
    expect(await close(['created', 'pending'])).toBe(true);
    expect((await find())!.status).toBe('failed');
  });

  it('should lock a row until the transaction ends, and only inside one', async () => {
    const lock = () => payments.lockOne(testModule.uow, 'WHERE id = $1', [id]);
    await expect(lock()).rejects.toThrow('unit of work');
    await testModule.uow.run(async () => {
      expect((await lock())!.id).toBe(id);
      const free = `SELECT id FROM payment WHERE id = $1 FOR UPDATE SKIP LOCKED`;
      expect(await testModule.sql(free, [id])).toEqual([]);
    });
  });

  it('should prepare statements of one entity in several places', async () => {
    const elsewhere = new EntityStatements(Payment);
    const reference = (await find())!.reference;
    const byReference = await elsewhere.findOne(testModule.uow, 'WHERE reference = $1', [
      reference,
    ]);
    expect(byReference!.id).toBe(id);
    expect((await elsewhere.findOne(testModule.uow, 'WHERE id = $1', [id]))!.id).toBe(id);
  });

  it('should refuse to write outside a transaction', async () => {
    await expect(payments.update(testModule.uow, id, { reason: 'no' })).rejects.toThrow(
      'unit of work',
    );
    expect((await find())!.reason).toBeNull();
  });
});

describe('A prepared statement', () => {
  let testModule: TestModule;
  const insert = prepareStatement('spec.insert', 'INSERT INTO crate (id) VALUES ($1) RETURNING id');
  const find = prepareStatement('spec.find', 'SELECT id, label FROM crate WHERE id = $1');

  beforeAll(async () => {
    // One connection, so that a statement meets what the one before it left there.
    testModule = await createTestModule([], { env: { DATABASE_POOL_MAX: '1' } });
    await testModule.sql('CREATE TABLE crate (id integer PRIMARY KEY, label text)');
  });
  beforeEach(() => testModule.sql('TRUNCATE crate'));
  afterAll(() => testModule.close());

  const execute = (statement: typeof insert, id: number) =>
    testModule.uow.execute<{ id: number; label: unknown }>(statement, [id]);

  it('should be parsed once by a connection and executed many times', async () => {
    for (const id of [1, 2, 3]) await execute(insert, id);
    expect(await execute(insert, 4)).toEqual({ rows: [{ id: 4 }], count: 1 });
    const prepared = await testModule.uow.manager.query(
      `SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE name = 'spec.insert'`,
    );
    expect(prepared).toEqual([{ runs: '4' }]);
  });

  it('should take part in the open transaction', async () => {
    const failed = testModule.uow.run(async () => {
      await testModule.uow.executeInTransaction(insert, [1]);
      expect((await execute(find, 1)).count).toBe(1);
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect((await execute(find, 1)).rows).toEqual([]);
  });

  it('should refuse to write outside a transaction where one is required', async () => {
    await expect(testModule.uow.executeInTransaction(insert, [1])).rejects.toThrow('unit of work');
    expect((await execute(find, 1)).rows).toEqual([]);
  });

  it('should fail with the error that repositories recognise, and give the connection back', async () => {
    await execute(insert, 1);
    const repeated = await execute(insert, 1).catch((error: unknown) => error);
    expect(isUniqueViolation(repeated, 'crate_pkey')).toBe(true);
    expect((await execute(insert, 2)).count).toBe(1);
  });

  it('should go on after a migration that changed a column of its result', async () => {
    await execute(insert, 1);
    await execute(find, 1);
    await testModule.sql('ALTER TABLE crate ALTER label TYPE integer USING NULL');
    try {
      const found = await testModule.uow.run(() => execute(find, 1));
      expect(found.rows).toEqual([{ id: 1, label: null }]);
    } finally {
      await testModule.sql('ALTER TABLE crate ALTER label TYPE text');
    }
  });

  it('should not share its name with another statement', () => {
    expect(() => prepareStatement('spec.find', 'SELECT 1')).toThrow('spec.find');
    expect(prepareStatement('spec.find', find.text)).toEqual(find);
  });
});
