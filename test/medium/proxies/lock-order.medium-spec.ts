import { AuditModule } from '../../../src/audit/audit.module';
import { UsersModule } from '../../../src/users/users.module';
import { BindingsModule } from '../../../src/bindings.module';
import { WalletFundingService } from '../../../src/admin/users/wallet-funding.service';
import { Money } from '../../../src/common/money/money';
import { waitForLockWaits } from '../../support/lock-waits';
import {
  createProxiesTestApp,
  datacenterRequest,
  catchErrorCode,
  type ProxiesTestApp,
} from './proxies-test-app';

/** Whoever waits for a lock waits for somebody who goes on: nobody has to be run again. */
describe('Lock order', () => {
  let app: ProxiesTestApp;

  beforeAll(async () => {
    app = await createProxiesTestApp(
      [BindingsModule, UsersModule, AuditModule],
      [WalletFundingService],
    );
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  /** Holds rows in a transaction of its own until `letGo`. */
  async function hold(statement: string, values: unknown[]): Promise<() => Promise<void>> {
    const runner = app.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(statement, values);
    return async () => {
      await runner.commitTransaction();
      await runner.release();
    };
  }

  // spec: M3.8
  it('should release a partial reservation before waiting for more addresses', async () => {
    await app.setStock('zm', 3);
    const [first, second, third] = await app.sql<{ id: number }>(
      `SELECT s.id FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
       WHERE e.country = 'zm' AND s.order_id IS NULL ORDER BY s.id`,
    );
    expect(first).toBeDefined();
    const charged = jest.spyOn(app.wallet, 'charge');
    const wish = datacenterRequest(await app.getCountryId('zm'), { quantity: 2 });
    const [ada, bola] = [await app.createCustomer(50_000), await app.createCustomer(50_000)];

    const sellSecond = await hold(`DELETE FROM stock_unit WHERE id = $1`, [second!.id]);
    const keepThird = await hold(`SELECT FROM stock_unit WHERE id = $1 FOR UPDATE`, [third!.id]);
    const adas = app.purchases.buyDatacenter(ada, wish);
    await waitForLockWaits(app, 1);
    await keepThird();
    const bolas = catchErrorCode(app.purchases.buyDatacenter(bola, wish));
    await waitForLockWaits(app, 2);
    await sellSecond();

    expect(await adas).toMatchObject({ status: 'delivered', quantity: 2 });
    expect(await bolas).toBe('conflict OUT_OF_STOCK');
    expect(charged).toHaveBeenCalledTimes(2);
  });

  // spec: M3.8
  it('should fund a wallet during a concurrent purchase without a deadlock', async () => {
    const ada = await app.createCustomer(10_000);
    const charge = () =>
      app.uow.run(() =>
        app.wallet.charge(
          {
            userId: ada.userId,
            reference: 'BUY-LOCK-ORDER',
            type: 'debit',
            purpose: 'purchase',
            amount: Money.naira(4000),
            description: 'Residential proxy',
          },
          { idempotencyKey: 'purchase:lock-order', kind: 'purchase', against: 'revenue' },
        ),
      );
    const [charged, credited] = [
      jest.spyOn(app.wallet, 'charge'),
      jest.spyOn(app.wallet, 'credit'),
    ];
    const letGo = await hold(`SELECT FROM ledger_account WHERE user_id = $1 FOR UPDATE`, [
      ada.userId,
    ]);
    const purchase = charge();
    await waitForLockWaits(app, 1);
    const funding = app.module
      .get(WalletFundingService)
      .post({ ...ada, role: 'admin' }, ada.userId, Money.naira(1000), 'FUND-1');
    await waitForLockWaits(app, 2);
    await letGo();
    await Promise.all([purchase, funding]);
    expect(await app.getBalance(ada)).toBe(7000);
    expect([charged.mock.calls.length, credited.mock.calls.length]).toEqual([1, 1]);
  });
});
