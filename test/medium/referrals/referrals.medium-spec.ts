import { ReferralRewardsService } from '../../../src/referrals/referral-rewards.service';
import { ReferralsService } from '../../../src/referrals/referrals.service';
import { MailService } from '../../../src/mail/mail.service';
import { ChargebackService } from '../../../src/payments/reversals/chargeback.service';
import { PaymentReviewService } from '../../../src/payments/review/payment-review.service';
import { SettlementService } from '../../../src/payments/settlement/settlement.service';
import { type Topup, usePaymentsTestApp } from '../payments/payments-test-app';

const WHY = 'Chargeback 771 of the issuing bank.';

interface Referrals {
  code: string;
  link: string;
  enabled: boolean;
  percentage: number;
  invited: number;
  earned: number;
  customers: { name: string; status: string; reward: number | null }[];
}

describe('Referrals', () => {
  const service = <T>(type: abstract new (...args: never[]) => T): T => app.get(type);

  // Purchases of these cases have no order.
  const app = usePaymentsTestApp({ except: 'charges-have-an-order' });

  const setting = (key: string, value: unknown) =>
    app.sql(
      `INSERT INTO setting (key, value) VALUES ($1, $2)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [key, JSON.stringify(value)],
    );
  const read = async (user: number): Promise<Referrals> => {
    const { status, body } = await app.call('GET', '/api/v1/user/referrals', { user });
    expect(status).toBe(200);
    return (body as { data: Referrals }).data;
  };
  const invite = async (referrer: number): Promise<number> => {
    const { code } = await read(referrer);
    const user = await app.insertUser();
    await app.uow.run(() =>
      service(ReferralsService).accountOpened(user, ` ${code.toLowerCase()} `),
    );
    return user;
  };
  const inviteAs = async (referrer: number, email: string): Promise<void> => {
    const { code } = await read(referrer);
    const user = await app.insertUser(email);
    await app.uow.run(() => service(ReferralsService).accountOpened(user, code));
  };
  const start = async (user: number, amount = 5000): Promise<Topup> => {
    const body = app.buildTopup({ amount });
    const { reference } = body;
    await app.silence(reference);
    expect((await app.initialize(body, user)).status).toBe(200);
    const [row] = await app.sql<{ id: number }>('SELECT id FROM payment WHERE reference = $1', [
      reference,
    ]);
    return { user, reference, paymentId: row!.id };
  };
  const settle = (reference: string) => service(SettlementService).settle(reference);
  const pay = async (user: number, amount = 5000): Promise<Topup> => {
    const topup = await start(user, amount);
    await app.setChargeOutcome(topup.reference);
    await settle(topup.reference);
    return topup;
  };
  const bookDue = () => service(ReferralRewardsService).bookDue();
  /** Reward lines of a customer in naira, debits negative, oldest first. */
  const findRewards = async (user: number) => {
    const rows = await app.sql<{ naira: number }>(
      `SELECT (CASE w.type WHEN 'credit' THEN 1 ELSE -1 END * w.amount_kobo)::int / 100 AS naira
       FROM wallet_transaction w
       JOIN ledger_entry e ON e.transaction_id = w.ledger_transaction_id AND e.balance_after_kobo IS NULL
       JOIN ledger_account a ON a.id = e.account_id AND a.code = 'promotions'
       WHERE w.user_id = $1 AND w.purpose = 'referral' ORDER BY w.id`,
      [user],
    );
    return rows.map(({ naira }) => naira);
  };
  /** Subjects of the mails about rewards. */
  const findMails = async (user: number) => {
    const [row] = await app.sql<{ email: string }>('SELECT email FROM users WHERE id = $1', [user]);
    const mails = await service(MailService).inbox({ to: row!.email });
    return mails.map(({ subject }) => subject).filter((subject) => subject.includes('invitation'));
  };
  const chargeBack = ({ paymentId }: Topup) =>
    service(ChargebackService).record(app.admin, paymentId, { reason: WHY });
  const win = async (topup: Topup) => {
    const [chargeback] = await app.findChargebacks(topup);
    await service(ChargebackService).win(app.admin, topup.paymentId, chargeback!.id, WHY);
  };

  it('should reward the referrer once for the first sufficient top-up, however often it is settled and booked', async () => {
    const ada = await app.insertUser();
    const bola = await invite(ada);
    expect(await read(ada)).toMatchObject({
      ...{ enabled: true, percentage: 10, invited: 1, earned: 0 },
      customers: [{ name: 'A•••', status: 'joined', reward: null }],
    });
    await setting('referralMinimumTopup', 2000);
    await pay(bola, 1999);
    await bookDue();
    expect(await findRewards(ada)).toEqual([]);
    const topup = await start(bola, 5999);
    await app.setChargeOutcome(topup.reference);
    await Promise.all(Array.from({ length: 6 }, () => settle(topup.reference)));
    expect((await read(ada)).customers).toEqual([
      expect.objectContaining({ status: 'pending', reward: 599 }),
    ]);
    await Promise.all(Array.from({ length: 6 }, bookDue));
    await pay(bola, 5000);
    await bookDue();
    expect(await findRewards(ada)).toEqual([599]);
    expect(await findRewards(bola)).toEqual([]);
    expect(await findMails(ada)).toEqual(['₦599 for your invitation to NairaProxy']);
    expect(await findMails(bola)).toEqual([]);
    expect(await read(ada)).toMatchObject({
      earned: 599,
      customers: [{ status: 'rewarded', reward: 599 }],
    });
    await setting('referralMinimumTopup', 1000);
  });

  it('should keep the code of a customer, and give each one another', async () => {
    const [ada, bola] = [await app.insertUser(), await app.insertUser()];
    const codes = await Promise.all(
      [ada, ada, ada, bola].map(async (user) => (await read(user)).code),
    );
    expect(new Set(codes).size).toBe(2);
    const { code, link } = await read(ada);
    expect(codes[0]).toBe(code);
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
    expect(link).toMatch(new RegExp(`/auth\\?mode=register&ref=${code}$`));
  });

  it('should show a customer their own invitations only', async () => {
    const [ada, bola] = [await app.insertUser(), await app.insertUser()];
    await pay(await invite(ada));
    await bookDue();
    expect(await read(bola)).toMatchObject({ invited: 0, earned: 0, customers: [] });
  });

  it('should pass over unknown codes and those of accounts that are not active', async () => {
    const ada = await app.insertUser();
    const { code } = await read(ada);
    await app.sql(`UPDATE users SET status = 'suspended' WHERE id = $1`, [ada]);
    for (const sent of ['NOTHING8', code]) {
      const user = await app.insertUser();
      await app.uow.run(() => service(ReferralsService).accountOpened(user, sent));
      await pay(user);
    }
    await bookDue();
    expect(await findRewards(ada)).toEqual([]);
  });

  it('should take a person as invited once, whichever account they open, and never by themselves', async () => {
    const ada = await app.insertUser('ada.obi@gmail.com');
    await inviteAs(ada, 'AdaObi+2@gmail.com');
    expect((await read(ada)).invited).toBe(0);
    const mailboxes = ['bola+1@gmail.com', 'bo.la@gmail.com', 'bola@googlemail.com'];
    await Promise.all(mailboxes.map((email) => inviteAs(ada, email)));
    expect((await read(ada)).invited).toBe(1);
  });

  it('should pay at most the maximum, and nothing while the rewards are switched off', async () => {
    const ada = await app.insertUser();
    await pay(await invite(ada), 100_000);
    await setting('referralsEnabled', false);
    await pay(await invite(ada));
    expect(await read(ada)).toMatchObject({ enabled: false });
    await setting('referralsEnabled', true);
    await bookDue();
    expect(await findRewards(ada)).toEqual([5000]);
  });

  it('should not pay an account that is suspended by then', async () => {
    const ada = await app.insertUser();
    await pay(await invite(ada));
    await app.sql(`UPDATE users SET status = 'suspended' WHERE id = $1`, [ada]);
    await bookDue();
    await app.sql(`UPDATE users SET status = 'active' WHERE id = $1`, [ada]);
    await bookDue();
    expect(await findRewards(ada)).toEqual([]);
    expect((await read(ada)).customers).toMatchObject([{ status: 'reversed' }]);
  });

  it('should follow what staff credit of a payment in review', async () => {
    const ada = await app.insertUser();
    const topup = await start(await invite(ada));
    await app.setChargeOutcome(topup.reference);
    const data = { amount_paid: '3000.00' };
    await app.injectFault({ route: 'find', reference: topup.reference, times: 1, data });
    await settle(topup.reference);
    await bookDue();
    expect(await findRewards(ada)).toEqual([]);
    await service(PaymentReviewService).accept(app.admin, topup.paymentId, 'Paid less');
    await bookDue();
    expect(await findRewards(ada)).toEqual([300]);
  });

  it('should take the reward back with a reversed top-up, at most the balance, and put it back when the dispute is won', async () => {
    const ada = await app.insertUser();
    const topup = await pay(await invite(ada));
    await bookDue();
    await app.spend(ada, 300);
    await chargeBack(topup);
    expect((await read(ada)).customers).toMatchObject([{ status: 'reversed' }]);
    await Promise.all([bookDue(), bookDue(), bookDue()]);
    expect(await findRewards(ada)).toEqual([500, -200]);
    await win(topup);
    await Promise.all([bookDue(), bookDue(), bookDue()]);
    expect(await findRewards(ada)).toEqual([500, -200, 200]);
    expect(await read(ada)).toMatchObject({ earned: 500, customers: [{ status: 'rewarded' }] });
  });

  it('should book nothing for a top-up that is reversed and restored before a worker comes', async () => {
    const ada = await app.insertUser();
    const topup = await pay(await invite(ada));
    await chargeBack(topup);
    await bookDue();
    expect(await findRewards(ada)).toEqual([]);
    await win(topup);
    await bookDue();
    expect(await findRewards(ada)).toEqual([500]);
    // Taken back and put back between two runs: the reward stays as it is.
    await chargeBack(topup);
    const [, second] = await app.findChargebacks(topup);
    await service(ChargebackService).win(app.admin, topup.paymentId, second!.id, WHY);
    await bookDue();
    expect(await findRewards(ada)).toEqual([500]);
  });

  it('should finish while referrers, their referrers and the invited top up, reverse and spend at once', async () => {
    const ada = await app.insertUser();
    const bola = await invite(ada);
    const chidi = await invite(bola);
    const topups = [await start(ada), await start(bola), await start(chidi)];
    for (const { reference } of topups) await app.setChargeOutcome(reference);
    await Promise.all([...topups.map(({ reference }) => settle(reference)), bookDue(), bookDue()]);
    await Promise.all([bookDue(), chargeBack(topups[1]!), app.spend(ada, 100), bookDue()]);
    await bookDue();
    const [forBola] = [await findRewards(ada)];
    expect([[], [500, -500]]).toContainEqual(forBola);
    expect(await findRewards(bola)).toEqual([500]);
  });
});
