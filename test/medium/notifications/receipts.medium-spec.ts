import type { Actor } from '../../../src/common/security/actor';
import { MailService } from '../../../src/mail/mail.service';
import { InboxService } from '../../../src/notifications/inbox/inbox.service';
import { NotificationsService } from '../../../src/notifications/notifications.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { AutoRenewalTestApp } from '../proxies/auto-renewal-test-app';
import { datacenterRequest, ONE_GB_PRICE, poolRequest } from '../proxies/proxies-test-app';

jest.setTimeout(60_000);

/** What is left of what `createCustomer` put into the wallet. */
const FUNDS = 100_000;

describe('Receipts', () => {
  let world: AutoRenewalTestApp;
  let notices: NotificationsService;
  let serial = 0;
  beforeAll(async () => {
    world = await AutoRenewalTestApp.open();
    notices = world.get(NotificationsService);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => world.close());

  const customer = async (): Promise<Actor> => {
    const actor = await world.app.createCustomer();
    await topUp(actor, FUNDS);
    await run();
    return actor;
  };
  const topUp = async ({ userId }: Actor, naira: number) => {
    const reference = `PAID-${(serial += 1)}`;
    await world.app.sql(
      `INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description, created_at)
       VALUES ($1, $2, 'credit', 'topup', 'pending', $3, 'Wallet top-up', now() - interval '1 day')`,
      [userId, reference, naira * 100],
    );
    const [line] = await world.app.sql<{ id: number }>(
      `SELECT id FROM wallet_transaction WHERE reference = $1`,
      [reference],
    );
    await world.app.uow.run(() =>
      world.app.wallet.complete(
        line!.id,
        { idempotencyKey: reference, kind: 'topup', against: 'korapay_clearing' },
        { paymentMethod: 'bank_transfer' },
      ),
    );
    return reference;
  };
  /** Runs two workers, twice, after the customer has stopped ordering. */
  const run = async () => {
    await world.app.sql(`UPDATE proxy_order SET created_at = created_at - interval '16 seconds'`);
    for (let round = 0; round < 2; round += 1)
      await Promise.all([notices.sendDue(), notices.sendDue()]);
  };
  const readMails = async ({ userId }: Actor) => {
    const [user] = await world.app.sql<{ email: string }>(`SELECT email FROM users WHERE id = $1`, [
      userId,
    ]);
    const mails = await world.get(MailService).inbox({ to: user!.email });
    return mails.reverse().filter(({ subject }) => subject.startsWith('Receipt: '));
  };
  const readSubjects = async (actor: Actor) =>
    (await readMails(actor)).map(({ subject }) => subject).slice(1);
  const readInbox = ({ userId }: Actor) =>
    world.app.sql<{ title: string; text: string; link: string }>(
      `SELECT title, text, link FROM inbox_message
       WHERE user_id = $1 AND kind IN ('purchase', 'top_up') ORDER BY id OFFSET 1`,
      [userId],
    );

  it('should tell once of a top-up: amount, method, reference and balance', async () => {
    const actor = await customer();
    const reference = await topUp(actor, 5000);
    await run();
    expect(await readSubjects(actor)).toEqual(['Receipt: ₦5,000 top-up (NairaProxy)']);
    const { text } = (await readMails(actor))[1]!;
    expect(text).toContain(
      `Amount: ₦5,000\nPaid by: Bank transfer\nReference: ${reference}\nBalance: ₦105,000\n`,
    );
    expect(text).toMatch(/Buy a proxy:\nhttp.*\/buyproxy\n/);
    expect(text).toContain(`/transactions?search=${reference}\n`);
    expect(await readInbox(actor)).toEqual([
      {
        title: '₦5,000 is in your wallet',
        text: 'Paid by bank transfer. Your balance is ₦105,000.',
        link: `/transactions?search=${reference}`,
      },
    ]);
  });

  it('should tell once of a purchase, a renewal and traffic, with the page of the proxy', async () => {
    const actor = await customer();
    const { orders } = world.app;
    const { proxies, transaction } = await orders.buyPool(actor, poolRequest());
    const { id } = proxies[0]!;
    await run();
    await orders.extend(actor, id, 'renewal', { gigabytes: 1 });
    await run();
    await orders.extend(actor, id, 'traffic', { gigabytes: 1 });
    await run();
    const price = `₦${ONE_GB_PRICE.toLocaleString('en-NG')}`;
    const [, bought] = await readMails(actor);
    expect(await readSubjects(actor)).toEqual([
      `Receipt: ${price}, Residential proxy, 1 GB, Nigeria (NairaProxy)`,
      `Receipt: ${price}, Renewal of residential proxy #${id}, 1 GB, 30 days (NairaProxy)`,
      `Receipt: ${price}, 1 GB added to residential proxy #${id} (NairaProxy)`,
    ]);
    expect(bought!.text).toContain(
      `Item: Residential proxy, 1 GB, Nigeria\nAmount: ${price}\nReference: ${transaction.reference}\nBalance: ₦${(FUNDS - ONE_GB_PRICE).toLocaleString('en-NG')}\n`,
    );
    expect(bought!.text).toMatch(new RegExp(`Connect:\\nhttp.*/proxyhistory/${id}\\n`));
    expect(bought!.text).toContain(`/transactions?search=${transaction.reference}\n`);
    expect((await readInbox(actor)).map(({ title, link }) => [title, link])).toEqual(
      ['Your proxy is ready', 'Your proxy is renewed', 'Your traffic is added'].map((title) => [
        title,
        `/proxyhistory/${id}`,
      ]),
    );
  });

  it('should tell of many addresses and of many orders in one mail', async () => {
    const actor = await customer();
    const { orders } = world.app;
    const country = await world.app.getCountryId('ng');
    await orders.buyDatacenter(actor, { ...datacenterRequest(country), quantity: 3 });
    await run();
    const ids: number[] = [];
    for (let index = 0; index < 2; index += 1)
      ids.push((await orders.buyPool(actor, poolRequest())).proxies[0]!.id);
    await notices.sendDue();
    for (const id of ids) {
      await orders.extend(actor, id, 'renewal', { gigabytes: 1 });
      await notices.sendDue();
    }
    expect(await readSubjects(actor)).toHaveLength(1);
    await run();
    const [, bought, several] = await readMails(actor);
    expect(bought!.text).toContain('Item: 3 datacenter proxies, 30 days, Nigeria');
    expect(bought!.text).toMatch(/Connect:\nhttp.*\/proxyhistory\n/);
    expect(several!.subject).toBe(
      `Receipt: ₦${(4 * ONE_GB_PRICE).toLocaleString('en-NG')}, 4 orders (NairaProxy)`,
    );
    expect(several!.text).toMatch(/(Renewal of .*\n){2}Total: /);
    expect(await readSubjects(actor)).toHaveLength(2);
    expect((await readInbox(actor)).map(({ title }) => title)).toEqual([
      'Your 3 proxies are ready',
      'Your 4 orders are done',
    ]);
  });

  it('should not wait for a customer who orders all the time', async () => {
    const actor = await customer();
    await world.app.orders.buyPool(actor, poolRequest());
    await world.app.sql(
      `UPDATE proxy_order SET created_at = now() - interval '4 minutes' WHERE user_id = $1`,
      [actor.userId],
    );
    await world.app.orders.buyPool(actor, poolRequest());
    await notices.sendDue();
    expect(await readSubjects(actor)).toEqual([expect.stringContaining(', 2 orders')]);
  });

  it('should not tell of automatic renewals, nor of orders that were refunded', async () => {
    const { actor, orderId } = await world.subscribe(3);
    await world.automation.renewDue();
    const admin = { ...(await world.app.createCustomer()), name: 'Ngozi', role: 'admin' } as const;
    const { order_id: refunded } = await world.app.orders.buyPool(actor, poolRequest());
    await world.get(OrderRefundService).refund(admin, refunded, 'broken');
    await run();
    expect(
      await world.app.sql(
        `SELECT subject FROM notification_sent
      WHERE kind = 'purchase' AND user_id = $1`,
        [actor.userId],
      ),
    ).toEqual([{ subject: `order:${orderId}` }]);
  });

  it('should write to the bell alone when receipts are off', async () => {
    const actor = await customer();
    await world.app.sql(
      `INSERT INTO notification_preference
         (user_id, low_balance, low_balance_kobo, expiry, traffic, security, purchases, top_ups)
       VALUES ($1, true, 100000, true, true, true, false, false)`,
      [actor.userId],
    );
    await topUp(actor, 5000);
    await world.app.orders.buyPool(actor, poolRequest());
    await run();
    expect(await readSubjects(actor)).toEqual([]);
    expect((await readInbox(actor)).map(({ title }) => title).sort()).toEqual([
      'Your proxy is ready',
      '₦5,000 is in your wallet',
    ]);
  });

  it('should tell once after a worker that died before its commit', async () => {
    const actor = await customer();
    await topUp(actor, 5000);
    await world.app.orders.buyPool(actor, poolRequest());
    await world.app.sql(`UPDATE proxy_order SET created_at = created_at - interval '1 minute'`);
    const inbox = world.get(InboxService);
    const add = inbox.add.bind(inbox);
    jest.spyOn(inbox, 'add').mockImplementation(async (messages) => {
      await add(messages);
      if (messages.length) throw new Error('killed');
    });
    await expect(notices.sendDue()).rejects.toThrow('Some notifications were not sent');
    expect(await readSubjects(actor)).toEqual([]);
    jest.restoreAllMocks();
    await run();
    expect(await readSubjects(actor)).toHaveLength(2);
    expect(await readInbox(actor)).toHaveLength(2);
  });
});
