import type { CrashPoint } from '../../../src/common/crash-point';
import { unique, type Customer } from './customer';
import { findInvoices, findLines, findOrders, findSpending } from './customer-rows';
import type { CrashLab } from './crash-lab';
import type { Trial } from './crash-trials';
import type { Site } from './site';
import { post } from './staff-crash-trials';

const START_BALANCE = 30_000;
const QUANTITY = 2;

interface Team {
  readonly owner: Customer;
  readonly member: Customer;
}

/** An owner with money and billing details, and a member who may buy. */
async function createTeam(lab: CrashLab): Promise<Team> {
  const [owner, member] = await Promise.all([lab.customer(START_BALANCE), lab.customer()]);
  const call = (method: string, path: string, { token }: Customer, body: object) =>
    lab.site.getData(method, path, { token, body });
  await call('PUT', 'user/billing-details', owner, { name: 'Ada Ltd', address: 'Ikeja' });
  const rights = { role: 'buyer', daily_limit: START_BALANCE };
  await call('POST', 'user/team/invitations', owner, { email: member.email, ...rights });
  const inbox = `/sandbox/inbox?to=${encodeURIComponent(member.email)}`;
  const { body } = await lab.site.call<{ text: string }[]>('GET', inbox);
  const invitation = body.map(({ text }) => /\/join\?token=([\w-]+)/.exec(text)).find(Boolean);
  const { status } = await lab.site.call('POST', 'user/team/accept', {
    token: member.token,
    body: { token: invitation?.[1] },
  });
  if (status !== 200) throw new Error(`${member.email} could not join: ${status}`);
  return { owner, member };
}

/** Asks for the invoice of the first purchase. */
async function invoice(lab: CrashLab, owner: Customer, site: Site = lab.site) {
  const lines = await findLines(lab, owner);
  const charge = lines.find(({ purpose }) => purpose === 'purchase');
  return site.call('POST', 'user/invoices', {
    token: owner.token,
    body: { transaction_id: charge!.id },
  });
}

/** Documents of a kind lack no number. */
async function expectNoGap(lab: CrashLab): Promise<void> {
  const gaps = await lab.sql(
    `SELECT kind, year FROM invoice GROUP BY kind, year
     HAVING (min(sequence), max(sequence)) IS DISTINCT FROM (1, count(*)::int)`,
  );
  expect(gaps).toEqual([]);
}

/** A purchase of a member whose API crashes, invoiced to the owner while it is undecided. */
const purchase = (
  point: CrashPoint,
  outcome: 'nothing' | 'refunded' | 'delivered',
  expectOutcome: (lab: CrashLab, team: Team, price: number) => Promise<void>,
): Trial => ({
  point,
  subject: 'by a member',
  async run(lab) {
    const { owner, member } = await createTeam(lab);
    const [country] = await lab.sql<{ id: number }>(
      `SELECT id FROM catalog_country WHERE code = 'ng'`,
    );
    const key = unique('key');
    const buy = (buyer: Customer) =>
      buyer.tryToBuyDatacenter(country!.id, { quantity: QUANTITY }, key);
    await lab.crashApi(point, (site) => buy(member.at(site)));
    const charged = START_BALANCE - (await owner.balance());
    const isCharged = outcome !== 'nothing';
    expect(charged > 0).toBe(isCharged);
    expect(await findSpending(lab, member)).toEqual({ naira: charged, charges: isCharged ? 1 : 0 });
    if (isCharged) expect((await invoice(lab, owner)).status).toBe(200);
    return async () => {
      expect((await findOrders(lab, owner)).map(({ status }) => status)).toEqual(
        isCharged ? [outcome] : [],
      );
      const { status } = await buy(member);
      expect(status).toBe(outcome === 'refunded' ? 502 : 201);
      await expectOutcome(lab, { owner, member }, charged);
      const { naira } = await findSpending(lab, member);
      expect(await owner.balance()).toBe(START_BALANCE - naira);
      await expectNoGap(lab);
    };
  },
});

/** A purchase of a member, of which staff refund a part. */
async function buyAndPrepareRefund(lab: CrashLab) {
  const { owner, member } = await createTeam(lab);
  const { price } = await member.buy();
  const [order] = await findOrders(lab, owner);
  const token = await lab.signInAdmin();
  const refund = post(`orders/${order!.id}/partial-refund`, token, { amount: 500 });
  const expectSpending = async (naira: number): Promise<void> => {
    expect(await findSpending(lab, member)).toEqual({ naira, charges: 1 });
    expect(await owner.balance()).toBe(START_BALANCE - naira);
  };
  return { owner, price, refund, expectSpending };
}

/** Crashes in what members of a team buy, and in the invoices and credit notes of it. */
export const TEAM_CRASH_TRIALS: readonly Trial[] = [
  purchase('purchase.after-charge', 'nothing', async (lab, { owner, member }) => {
    const { naira, charges } = await findSpending(lab, member);
    expect(charges).toBe(1);
    expect(naira).toBeGreaterThan(0);
    expect(await findInvoices(lab, owner)).toEqual([]);
  }),
  purchase('purchase.before-provider', 'refunded', async (lab, { owner, member }, price) => {
    expect(await findSpending(lab, member)).toEqual({ naira: 0, charges: 1 });
    expect(await findInvoices(lab, owner)).toEqual([
      { kind: 'invoice', naira: price },
      { kind: 'credit_note', naira: price },
    ]);
  }),
  purchase('purchase.before-record', 'delivered', async (lab, { owner, member }, price) => {
    expect(await findSpending(lab, member)).toEqual({ naira: price, charges: 1 });
    expect((await invoice(lab, owner)).status).toBe(200);
    expect(await findInvoices(lab, owner)).toEqual([{ kind: 'invoice', naira: price }]);
  }),
  {
    point: 'refund-part.before-commit',
    async run(lab) {
      const { owner, price, refund, expectSpending } = await buyAndPrepareRefund(lab);
      await invoice(lab, owner);
      await lab.crashApi('refund-part.before-commit', refund);
      return async () => {
        expect(await findInvoices(lab, owner)).toEqual([{ kind: 'invoice', naira: price }]);
        await expectSpending(price);
        for (const _ of [1, 2]) expect((await refund(lab.site)).status).toBe(200);
        expect(await findInvoices(lab, owner)).toEqual([
          { kind: 'invoice', naira: price },
          { kind: 'credit_note', naira: 500 },
        ]);
        await expectSpending(price - 500);
        await expectNoGap(lab);
      };
    },
  },
  {
    point: 'invoice.before-commit',
    async run(lab) {
      const { owner, price, refund, expectSpending } = await buyAndPrepareRefund(lab);
      expect((await refund(lab.site)).status).toBe(200);
      await lab.crashApi('invoice.before-commit', (site) => invoice(lab, owner, site));
      return async () => {
        expect(await findInvoices(lab, owner)).toEqual([]);
        await expectNoGap(lab);
        for (const _ of [1, 2]) expect((await invoice(lab, owner)).status).toBe(200);
        expect(await findInvoices(lab, owner)).toEqual([
          { kind: 'invoice', naira: price },
          { kind: 'credit_note', naira: 500 },
        ]);
        await expectSpending(price - 500);
        await expectNoGap(lab);
      };
    },
  },
];
