import { AuditService } from '../../../src/audit/audit.service';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { AutoRenewalService } from '../../../src/proxies/renewal/auto-renewal.service';
import { expectInvariantsToHold } from '../../support/integrity';
import { poolOrderBody, type Customer } from '../proxies/http-test-app';
import { ONE_GB_PRICE } from '../proxies/proxies-test-app';
import { createTeamTestApp, type Headers, type Rights, type TeamTestApp } from './team-test-app';

describe('Spending of members of a team', () => {
  let team: TeamTestApp;
  let call: TeamTestApp['api']['call'];
  let owner: Customer;

  beforeAll(async () => {
    team = await createTeamTestApp();
    call = team.api.call;
  });
  beforeEach(async () => {
    owner = await team.createOwner();
  });
  afterEach(() => jest.restoreAllMocks());
  expectInvariantsToHold(() => ({ uow: team.api.nest.get(UnitOfWork) }));
  afterAll(() => team.api.close());

  const spentBy = async ({ userId }: Customer) => {
    const { body } = await call('GET', '/user/team', undefined, owner.headers);
    const { members } = body.data as unknown as {
      members: { id: number; spent_today: number; spent_this_month: number }[];
    };
    const { spent_today, spent_this_month } = members.find(({ id }) => id === userId)!;
    return [spent_today, spent_this_month];
  };
  const change = (member: Customer, rights: Rights) =>
    call('PUT', `/user/team/members/${member.userId}`, rights, owner.headers);
  const limitReached = (errors: Record<string, number>) => ({
    status: 402,
    body: { code: 'MEMBER_SPENDING_LIMIT', errors },
  });

  it.each([
    ['daily', { role: 'buyer', daily_limit: 3 * ONE_GB_PRICE + 100 }, 'left_today'],
    ['monthly', { role: 'buyer', monthly_limit: 3 * ONE_GB_PRICE + 100 }, 'left_this_month'],
  ] as const)('should never pass the %s limit with parallel purchases', async (_, rights, left) => {
    const member = await team.addMember(owner, rights);
    const answers = await Promise.all(Array.from({ length: 12 }, () => team.buy(member.headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 3 }, () => 201),
      ...Array.from({ length: 9 }, () => 402),
    ]);
    expect(answers.find(({ status }) => status === 402)!.body).toMatchObject(
      limitReached({
        ...{ required_amount: ONE_GB_PRICE, [left]: 100 },
        ...{ current_balance: 200_000 - 3 * ONE_GB_PRICE, shortfall: 0 },
      }).body,
    );
    expect(await team.balanceOf(owner.headers)).toBe(200_000 - 3 * ONE_GB_PRICE);
    expect(await spentBy(member)).toEqual([3 * ONE_GB_PRICE, 3 * ONE_GB_PRICE]);
  });

  it('should count each member alone, and neither the owner nor a key of the owner', async () => {
    const [one, two] = [
      await team.addMember(owner, { role: 'buyer', daily_limit: ONE_GB_PRICE }),
      await team.addMember(owner, { role: 'buyer', daily_limit: ONE_GB_PRICE }),
    ];
    expect((await team.buy(owner.headers)).status).toBe(201);
    for (const member of [one, two]) {
      expect((await team.buy(member.headers)).status).toBe(201);
      expect((await team.buy(member.headers)).status).toBe(402);
    }
    expect((await team.buy(owner.headers)).status).toBe(201);
    expect(await spentBy(one)).toEqual([ONE_GB_PRICE, ONE_GB_PRICE]);
  });

  it('should count renewals and added traffic, and begin anew each day and each month', async () => {
    const member = await team.addMember(owner, {
      role: 'buyer',
      daily_limit: 2 * ONE_GB_PRICE,
      monthly_limit: 3 * ONE_GB_PRICE,
    });
    const bought = await team.buy(member.headers);
    const [{ id }] = bought.body.data.proxies as unknown as [{ id: number }];
    const add = (path: string) =>
      call('POST', `/user/proxies/${id}/${path}`, { gigabytes: 1 }, member.headers);
    expect((await add('traffic')).status).toBe(201);
    expect(await add('renewal')).toMatchObject(
      limitReached({ required_amount: ONE_GB_PRICE, left_today: 0, left_this_month: ONE_GB_PRICE }),
    );
    const moveTo = (day: string) =>
      team.sql(
        `WITH charges AS (UPDATE member_charge SET day = ${day} WHERE member_id = $1)
         UPDATE member_spending SET day = ${day} WHERE member_id = $1 AND spent_kobo > 0`,
        [member.userId],
      );
    // Another day of the month, whichever today is.
    const month = `date_trunc('month', now() AT TIME ZONE 'Africa/Lagos')::date`;
    const today = `(now() AT TIME ZONE 'Africa/Lagos')::date`;
    await moveTo(`CASE WHEN ${today} = ${month} THEN ${today} + 1 ELSE ${today} - 1 END`);
    expect(await spentBy(member)).toEqual([0, 2 * ONE_GB_PRICE]);
    expect((await add('renewal')).status).toBe(201);
    expect(await add('traffic')).toMatchObject(
      limitReached({ left_today: ONE_GB_PRICE, left_this_month: 0 }),
    );
    await team.sql(`DELETE FROM member_spending WHERE member_id = $1 AND day = ${today}`, [
      member.userId,
    ]);
    await moveTo(`${month} - 1`);
    expect(await spentBy(member)).toEqual([0, 0]);
    expect((await add('traffic')).status).toBe(201);
    // The invariant compares with the orders, of which none is from before.
    await team.sql(`DELETE FROM member_charge WHERE member_id = $1`, [member.userId]);
    await team.sql(`DELETE FROM member_spending WHERE member_id = $1`, [member.userId]);
  });

  it('should give the limit back with a refund, once, and on the day of the purchase', async () => {
    const member = await team.addMember(owner, { role: 'buyer', daily_limit: ONE_GB_PRICE });
    const bought = await team.buy(member.headers);
    const orderId = bought.body.data.order_id as unknown as number;
    expect((await team.buy(member.headers)).status).toBe(402);
    await team.refund(orderId);
    await expect(team.refund(orderId)).rejects.toMatchObject({ code: 'ORDER_REFUNDED' });
    expect(await spentBy(member)).toEqual([0, 0]);
    expect((await team.buy(member.headers)).status).toBe(201);
    expect((await team.buy(member.headers)).status).toBe(402);
    // A refund of the owner's order leaves it.
    const own = await team.buy(owner.headers);
    await team.refund(own.body.data.order_id as unknown as number);
    expect(await spentBy(member)).toEqual([ONE_GB_PRICE, ONE_GB_PRICE]);
  });

  it('should use changed limits at once, and none of a removed member', async () => {
    const member = await team.addMember(owner, { role: 'buyer' });
    expect((await team.buy(member.headers)).status).toBe(201);
    await change(member, { role: 'buyer', daily_limit: 1_000 });
    expect(await team.buy(member.headers)).toMatchObject(
      limitReached({ required_amount: ONE_GB_PRICE, left_today: 0 }),
    );
    await change(member, { role: 'buyer', daily_limit: null });
    expect((await team.buy(member.headers)).status).toBe(201);
    expect(await spentBy(member)).toEqual([2 * ONE_GB_PRICE, 2 * ONE_GB_PRICE]);
  });

  it('should show a member what is left of the limits, and nobody else', async () => {
    const limitsOf = async ({ headers }: Customer) =>
      (await call('GET', '/wallet', undefined, headers)).body.data.spending_limits as unknown;
    const toLimit = (limit: number, spent: number) => ({ limit, spent, left: limit - spent });
    const daily = 2 * ONE_GB_PRICE;
    const rights = { role: 'buyer', daily_limit: daily, monthly_limit: 50_000 } as const;
    const member = await team.addMember(owner, rights);
    const other = await team.addMember(owner, { role: 'buyer', monthly_limit: 9_000 });
    expect((await team.buy(member.headers)).status).toBe(201);
    expect((await team.buy(owner.headers)).status).toBe(201);
    expect(await limitsOf(member)).toEqual({
      today: toLimit(daily, ONE_GB_PRICE),
      this_month: toLimit(50_000, ONE_GB_PRICE),
    });
    expect(await limitsOf(other)).toEqual({ today: null, this_month: toLimit(9_000, 0) });
    expect(await limitsOf(owner)).toBeNull();
    // Less than what is spent already.
    await change(member, { role: 'buyer', daily_limit: 1_000 });
    expect(await limitsOf(member)).toEqual({
      today: { limit: 1_000, spent: ONE_GB_PRICE, left: 0 },
      this_month: null,
    });
    await change(member, { role: 'buyer' });
    expect(await limitsOf(member)).toBeNull();
    await change(other, { role: 'viewer' });
    expect(await limitsOf(other)).toBeNull();
    // What was spent from the wallet of one owner is not spent from that of another.
    await call('POST', '/user/team/leave', undefined, member.headers);
    const next = await team.createOwner();
    await team.invite(next, member.email, rights);
    await team.accept(member.headers, await team.tokenOf(member.email));
    expect(await limitsOf(member)).toEqual({
      today: toLimit(daily, 0),
      this_month: toLimit(50_000, 0),
    });
  });

  it('should refuse a purchase in progress of a member who is removed', async () => {
    const member = await team.addMember(owner, { role: 'buyer' });
    // After the request was authenticated and before the charge.
    await team.sql(
      `CREATE FUNCTION remove_member() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN DELETE FROM team_member WHERE owner_id = NEW.user_id; RETURN NEW; END $$`,
    );
    await team.sql(
      `CREATE TRIGGER remove_member BEFORE INSERT ON wallet_transaction
       FOR EACH ROW EXECUTE FUNCTION remove_member()`,
    );
    const answer = await team.buy(member.headers);
    await team.sql(`DROP FUNCTION remove_member CASCADE`);
    expect(answer).toMatchObject({ status: 403, body: { code: 'NOT_A_BUYER' } });
    expect(await team.balanceOf(owner.headers)).toBe(200_000);
  });

  it('should keep what was spent when a member leaves and comes back', async () => {
    const rights: Rights = { role: 'buyer', daily_limit: ONE_GB_PRICE };
    const member = await team.addMember(owner, rights);
    expect((await team.buy(member.headers)).status).toBe(201);
    await call('POST', '/user/team/leave', undefined, member.headers);
    await team.invite(owner, member.email, rights);
    await team.accept(member.headers, await team.tokenOf(member.email));
    expect((await team.buy(member.headers)).status).toBe(402);
    // In another team it begins anew.
    await call('POST', '/user/team/leave', undefined, member.headers);
    const other = await team.createOwner();
    await team.invite(other, member.email, rights);
    await team.accept(member.headers, await team.tokenOf(member.email));
    expect((await team.buy(member.headers)).status).toBe(201);
  });

  it('should roll the count back with a purchase that fails', async () => {
    const member = await team.addMember(owner, { role: 'buyer', daily_limit: ONE_GB_PRICE });
    jest.spyOn(AuditService.prototype, 'record').mockRejectedValueOnce(new Error('Full disk'));
    expect((await team.buy(member.headers)).status).toBe(500);
    expect(await spentBy(member)).toEqual([0, 0]);
    expect((await team.buy(member.headers)).status).toBe(201);
  });

  it('should charge once for one Idempotency-Key, and keep the keys of people apart', async () => {
    const [one, two] = [await team.addMember(owner), await team.addMember(owner)];
    const withKey = ({ headers }: { headers: Headers }) => ({
      ...headers,
      'idempotency-key': 'k-1',
    });
    const first = await team.buy(withKey(one));
    const repeated = await team.buy(withKey(one));
    expect(repeated.body.data.order_id).toBe(first.body.data.order_id);
    // The record of the key is gone: the order itself answers.
    await team.sql(`DELETE FROM idempotency_record`);
    expect((await team.buy(withKey(one))).body.data.order_id).toBe(first.body.data.order_id);
    const body = { ...poolOrderBody, traffic_limit_mb: '2' };
    const other = await call('POST', '/proxies/buy', body, withKey(two));
    expect(other.status).toBe(201);
    const own = await team.buy(withKey(owner));
    expect(own.status).toBe(201);
    expect(new Set([first, other, own].map((answer) => answer.body.data.order_id)).size).toBe(3);
    expect(await spentBy(one)).toEqual([ONE_GB_PRICE, ONE_GB_PRICE]);
  });

  it('should not repeat the answer of a key to a member who was removed', async () => {
    const member = await team.addMember(owner);
    const headers = { ...member.headers, 'idempotency-key': 'k-2' };
    expect((await team.buy(headers)).status).toBe(201);
    expect((await team.buy(headers)).status).toBe(201);
    await call('DELETE', `/user/team/members/${member.userId}`, undefined, owner.headers);
    expect(await team.buy(headers)).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
  });

  describe('automatic renewal', () => {
    let id: number;
    let member: Customer;

    const automate = ({ headers }: Customer, enabled = true) =>
      call(
        'PUT',
        `/user/proxies/${id}/auto-renew`,
        enabled ? { enabled, gigabytes: 1 } : { enabled },
        headers,
      );
    const renewDue = () => team.api.nest.get(AutoRenewalService, { strict: false }).renewDue();
    const comeToEnd = (hours: number) =>
      team.sql(
        `WITH moved AS (UPDATE proxy SET expires_at = date_trunc('milliseconds', now() + make_interval(hours => $2))
           WHERE id = $1 RETURNING expires_at)
         UPDATE proxy_auto_renewal SET cycle = moved.expires_at FROM moved WHERE proxy_id = $1 AND cycle IS NOT NULL`,
        [id, hours],
      );
    const stateOf = async () => {
      const { body } = await call('GET', `/user/proxies/${id}`, undefined, owner.headers);
      return (body.data.proxy as unknown as { auto_renew: Record<string, unknown> }).auto_renew;
    };

    beforeEach(async () => {
      member = await team.addMember(owner, { role: 'buyer', daily_limit: 5 * ONE_GB_PRICE });
      const bought = await team.buy(member.headers);
      [{ id }] = bought.body.data.proxies as unknown as [{ id: number }];
      expect((await automate(member)).status).toBe(200);
      await comeToEnd(23);
    });
    afterEach(() => team.sql(`UPDATE proxy_auto_renewal SET enabled = false`));

    it('should count towards the limits of the member who switched it on', async () => {
      await Promise.all([renewDue(), renewDue()]);
      expect(await team.balanceOf(owner.headers)).toBe(200_000 - 2 * ONE_GB_PRICE);
      expect(await spentBy(member)).toEqual([2 * ONE_GB_PRICE, 2 * ONE_GB_PRICE]);
    });

    it('should charge nothing beyond a limit that was lowered later, and try again another day', async () => {
      await change(member, { role: 'buyer', daily_limit: ONE_GB_PRICE });
      await renewDue();
      await renewDue();
      expect(await team.balanceOf(owner.headers)).toBe(200_000 - ONE_GB_PRICE);
      expect(await stateOf()).toMatchObject({ enabled: true, failures: 1 });
      expect(
        await team.sql(`SELECT outcome, reason FROM auto_renewal_notice WHERE proxy_id = $1`, [id]),
      ).toEqual([{ outcome: 'failed', reason: 'member_limit' }]);

      await comeToEnd(11);
      await team.sql(
        `WITH charge AS (UPDATE member_charge SET day = day - 1 WHERE member_id = $1)
         UPDATE member_spending SET day = day - 1 WHERE member_id = $1`,
        [member.userId],
      );
      await renewDue();
      expect(await team.balanceOf(owner.headers)).toBe(200_000 - 2 * ONE_GB_PRICE);
    });

    it.each<[string, () => Promise<unknown>]>([
      [
        'is removed',
        () => call('DELETE', `/user/team/members/${member.userId}`, undefined, owner.headers),
      ],
      ['becomes a viewer', () => change(member, { role: 'viewer' })],
      ['leaves', () => call('POST', '/user/team/leave', undefined, member.headers)],
      ['has the account closed', () => call('DELETE', '/user', undefined, member.headers)],
    ])('should stop, charge nothing and tell the owner when the member %s', async (_, end) => {
      await end();
      expect(await stateOf()).toMatchObject({ enabled: false, stopped_reason: 'member_left' });
      await renewDue();
      expect(await team.balanceOf(owner.headers)).toBe(200_000 - ONE_GB_PRICE);
      expect(
        await team.sql(`SELECT outcome, reason FROM auto_renewal_notice WHERE proxy_id = $1`, [id]),
      ).toEqual([{ outcome: 'stopped', reason: 'member_left' }]);
      expect((await automate(owner)).status).toBe(200);
      await renewDue();
      expect(await team.balanceOf(owner.headers)).toBe(200_000 - 2 * ONE_GB_PRICE);
    });

    it('should charge nothing when the member is removed while a worker renews', async () => {
      await team.sql(`DELETE FROM team_member WHERE member_id = $1`, [member.userId]);
      await renewDue();
      expect(await team.balanceOf(owner.headers)).toBe(200_000 - ONE_GB_PRICE);
      expect(await stateOf()).toMatchObject({ enabled: false, stopped_reason: 'member_left' });
    });

    it('should be charged to nobody’s limit once the owner switches it on', async () => {
      expect((await automate(owner)).status).toBe(200);
      await call('DELETE', `/user/team/members/${member.userId}`, undefined, owner.headers);
      await renewDue();
      expect(await stateOf()).toMatchObject({ enabled: true });
      expect(await team.balanceOf(owner.headers)).toBe(200_000 - 2 * ONE_GB_PRICE);
    });
  });
});
