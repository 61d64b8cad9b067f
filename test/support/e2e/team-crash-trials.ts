import { createTeam, expectNoGap, invoice, START_BALANCE } from './crash-buyers';
import { findInvoices, findOrders, findSpending } from './customer-rows';
import type { CrashLab } from './crash-lab';
import type { Trial } from './crash-trials';
import { post } from './staff-crash-trials';

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

/** Crashes in invoices and credit notes of what members of a team bought. */
export const TEAM_CRASH_TRIALS: readonly Trial[] = [
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
