import { DataSource } from 'typeorm';
import { Money } from '../../../src/common/money/money';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { KorapayService } from '../../../src/payments/korapay/korapay.service';
import type { Charge } from '../../../src/payments/korapay/korapay.types';
import { PaymentReviewService } from '../../../src/payments/review/payment-review.service';
import { SettlementService } from '../../../src/payments/settlement/settlement.service';
import { ReferralRewardsService } from '../../../src/referrals/referral-rewards.service';
import { WalletService } from '../../../src/wallet/wallet.service';
import { expectInvariantsToHold } from '../../support/integrity';
import { waitForLockWaits } from '../../support/lock-waits';
import { PASSWORD, type Customer, type HttpTestResponse } from '../proxies/http-test-app';
import { createTeamTestApp, type TeamTestApp } from './team-test-app';

const AMOUNT = 5_000;

/** Whoever joins a team sees only the wallet of its owner: no money of their own may get out of sight. */
describe('Joining a team while money arrives', () => {
  let team: TeamTestApp;
  let call: TeamTestApp['api']['call'];
  let owner: Customer;
  let person: Customer;
  let token: string;
  let provider: KorapayService;
  let serial = 0;

  beforeAll(async () => {
    team = await createTeamTestApp();
    call = team.api.call;
    provider = team.api.nest.get(KorapayService, { strict: false });
    owner = await team.createOwner();
  });
  beforeEach(async () => {
    person = await team.api.signUp();
    await team.invite(owner, person.email);
    token = await team.tokenOf(person.email);
    jest.spyOn(provider, 'isConfigured').mockResolvedValue(true);
    jest
      .spyOn(provider, 'initialize')
      .mockResolvedValue({ outcome: 'ready', checkoutUrl: 'http://localhost/pay' });
    jest.spyOn(provider, 'openNairaAccount').mockImplementation(async ({ reference }) => ({
      outcome: 'ready',
      account: { reference, number: `99${(serial += 1)}`, name: 'Ada Obi', bankName: 'Test' },
    }));
  });
  afterEach(() => jest.restoreAllMocks());
  expectInvariantsToHold(() => ({ uow: team.api.nest.get(UnitOfWork) }));
  afterAll(() => team.api.close());

  const join = () => team.accept(person.headers, token);
  const newReference = () => `JOINING-${(serial += 1)}-0001`;
  const topUp = (reference = newReference(), { headers } = person) =>
    call(
      'POST',
      '/payments/initialize-topup',
      { amount: AMOUNT, reference, callback_url: 'http://localhost:3000/wallet' },
      headers,
    );
  const openNairaAccount = () =>
    call('POST', '/user/naira-account', { bvn: '22222222222' }, person.headers);
  const codeOf = ({ body }: HttpTestResponse) => body.code;
  const isMember = async () =>
    (await team.sql(`SELECT FROM team_member WHERE member_id = $1`, [person.userId])).length > 0;
  const hasWallet = async () =>
    (await team.sql(`SELECT FROM ledger_account WHERE user_id = $1`, [person.userId])).length > 0;
  const newBarrier = () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { open, opened };
  };
  const hasMoneyUnderWay = async () =>
    (
      await team.sql(
        `SELECT FROM payment WHERE user_id = $1 AND status IN ('created', 'pending')
         UNION ALL SELECT FROM naira_account WHERE user_id = $1 AND status <> 'refused'`,
        [person.userId],
      )
    ).length > 0;

  /** Both calls wait for the account, in this order, before either goes on. */
  async function race(
    first: () => Promise<HttpTestResponse>,
    second: () => Promise<HttpTestResponse>,
  ): Promise<HttpTestResponse[]> {
    // Not a unit of work, which the calls would join.
    const holder = team.api.nest.get(DataSource).createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [person.userId]);
    const started = [first()];
    await waitForLockWaits(team, 1);
    started.push(second());
    await waitForLockWaits(team, 2);
    await holder.rollbackTransaction();
    await holder.release();
    return Promise.all(started);
  }

  const mockCharge = (reference: string) => {
    const amount = Money.naira(AMOUNT);
    const charge: Charge = {
      ...{ reference, status: 'success', providerStatus: 'success', currency: 'NGN' },
      ...{ amount, amountPaid: amount, amountAccepted: amount, fee: Money.zero },
      ...{ method: 'card', nairaAccount: null, raw: {} },
    };
    jest.spyOn(provider, 'findCharge').mockResolvedValue({ outcome: 'found', charge });
  };
  const settle = (reference: string) => {
    mockCharge(reference);
    return team.api.nest.get(SettlementService, { strict: false }).settle(reference);
  };
  const ownBalance = async () => {
    const [row] = await team.sql<{ kobo: string }>(
      `SELECT coalesce(sum(balance_kobo), 0) AS kobo FROM ledger_account WHERE user_id = $1 AND kind = 'wallet'`,
      [person.userId],
    );
    return Number(row!.kobo) / 100;
  };

  it.each([
    ['a top-up', () => topUp()],
    ['a naira account', () => openNairaAccount()],
  ])('should open %s or let its customer join, whichever is first', async (_, open) => {
    expect((await race(join, open)).map(codeOf)).toEqual([undefined, 'ACTS_FOR_TEAM']);
    expect([await isMember(), await hasMoneyUnderWay()]).toEqual([true, false]);

    expect((await call('POST', '/user/team/leave', undefined, person.headers)).status).toBe(200);
    await team.invite(owner, person.email);
    token = await team.tokenOf(person.email);
    expect((await race(open, join)).map(codeOf)).toEqual([undefined, 'ACCOUNT_IN_USE']);
    expect([await isMember(), await hasMoneyUnderWay()]).toEqual([false, true]);
  });

  it('should let nobody join whose payment is settled meanwhile', async () => {
    const reference = newReference();
    expect((await topUp(reference)).status).toBe(200);
    await team.sql(
      `UPDATE payment SET expires_at = now() - interval '1 minute' WHERE reference = $1`,
      [reference],
    );
    const [joined] = await Promise.all([join(), settle(reference)]);
    expect(codeOf(joined)).toBe('ACCOUNT_IN_USE');
    expect([await isMember(), await ownBalance()]).toEqual([false, AMOUNT]);
  });

  it('should let the first credit of an account wait until its customer has joined or not', async () => {
    const reference = newReference();
    expect((await topUp(reference)).status).toBe(200);
    expect(await hasWallet()).toBe(false);
    const wallet = team.api.nest.get(WalletService, { strict: false });
    const getReceivable = wallet.getReceivableBalance.bind(wallet);
    const [checking, creditWaits] = [newBarrier(), newBarrier()];
    jest.spyOn(wallet, 'getReceivableBalance').mockImplementationOnce(async (userId) => {
      checking.open();
      await creditWaits.opened;
      return getReceivable(userId);
    });
    const joined = join();
    await checking.opened;
    const settled = settle(reference);
    await Promise.race([settled, waitForLockWaits(team, 1)]);
    creditWaits.open();
    expect(codeOf(await joined)).toBe('ACCOUNT_IN_USE');
    await settled;
    expect([await isMember(), await ownBalance()]).toEqual([false, AMOUNT]);
  });

  it('should leave a late payment of a member to staff, who credit it after the member has left', async () => {
    const reference = newReference();
    expect((await topUp(reference)).status).toBe(200);
    await team.sql(`UPDATE payment SET status = 'expired' WHERE reference = $1`, [reference]);
    expect((await join()).status).toBe(200);
    const payment = await settle(reference);
    expect(payment).toMatchObject({ status: 'review' });
    expect(await ownBalance()).toBe(0);
    const staff = {
      ...{ userId: owner.userId, name: 'Ngozi', email: 'n@example.com', role: 'admin' as const },
      ...{ sessionId: '', ip: '127.0.0.1', userAgent: 'test' },
    };
    const accept = () =>
      team.api.nest.get(PaymentReviewService, { strict: false }).accept(staff, payment!.id, 'Late');
    await expect(accept()).rejects.toMatchObject({ code: 'MEMBER_NOT_FUNDED' });
    expect(await ownBalance()).toBe(0);
    await call('POST', '/user/team/leave', undefined, person.headers);
    await accept();
    expect(await ownBalance()).toBe(AMOUNT);
  });

  it('should keep the reward of a member until the member has left', async () => {
    const friend = await team.api.signUp();
    const reference = newReference();
    expect((await topUp(reference, friend)).status).toBe(200);
    const payment = await settle(reference);
    await team.sql(
      `WITH invited AS (INSERT INTO referral (user_id, referrer_id) VALUES ($1, $2))
       INSERT INTO referral_reward (user_id, referrer_id, payment_id, reward_kobo) VALUES ($1, $2, $3, 50000)`,
      [friend.userId, person.userId, payment!.id],
    );
    expect(codeOf(await join())).toBe('ACCOUNT_IN_USE');
    await team.sql(
      `INSERT INTO team_member (owner_id, member_id, role) VALUES ($1, $2, 'viewer')`,
      [owner.userId, person.userId],
    );
    const rewards = team.api.nest.get(ReferralRewardsService, { strict: false });
    await rewards.bookDue();
    expect(await ownBalance()).toBe(0);
    await call('POST', '/user/team/leave', undefined, person.headers);
    await rewards.bookDue();
    expect(await ownBalance()).toBe(500);
  });

  it('should open no account with an invitation that was used, or to an address that has one', async () => {
    const inviter = await team.createOwner();
    const email = 'chidi-twice@example.com';
    await team.invite(inviter, email);
    const link = await team.tokenOf(email);
    const form = { name: 'Chidi Eze', password: PASSWORD, confirmPassword: PASSWORD };
    const register = (body: object) => call('POST', '/auth/team-invitation/register', body);
    expect((await register({ ...form, token: link, password: 'short' })).status).toBe(422);
    expect((await register({ ...form, token: link })).status).toBe(200);
    expect((await register({ ...form, token: link })).body.code).toBe('TEAM_INVITATION_INVALID');
    const other = await team.createOwner();
    await team.invite(other, email);
    const second = await team.tokenOf(email);
    expect((await call('GET', `/auth/team-invitation?token=${second}`)).body.data).toMatchObject({
      has_account: true,
    });
    const refused = await register({ ...form, token: second });
    expect([refused.status, Object.keys(refused.body.errors!)]).toEqual([422, ['email']]);
  });

  it('should open no account when the owner is suspended', async () => {
    const inviter = await team.createOwner();
    const email = 'chidi-full@example.com';
    await team.invite(inviter, email);
    const link = await team.tokenOf(email);
    await team.sql(`UPDATE users SET status = 'suspended' WHERE id = $1`, [inviter.userId]);
    const form = { token: link, name: 'Chidi', password: PASSWORD, confirmPassword: PASSWORD };
    expect((await call('POST', '/auth/team-invitation/register', form)).status).toBe(404);
    expect(await team.sql('SELECT FROM users WHERE email = $1', [email])).toEqual([]);
  });
});
