import type { Customer } from './customer';
import { findInvoices, findPurchaseId, findSpending } from './customer-rows';
import type { CrashLab } from './crash-lab';
import type { Site } from './site';

export const START_BALANCE = 30_000;

interface Team {
  readonly owner: Customer;
  readonly member: Customer;
}

/** An owner with money and billing details, and a member who may buy. */
export async function createTeam(lab: CrashLab): Promise<Team> {
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
export async function invoice(lab: CrashLab, owner: Customer, site: Site = lab.site) {
  return site.call('POST', 'user/invoices', {
    token: owner.token,
    body: { transaction_id: await findPurchaseId(lab, owner) },
  });
}

/** Documents of a kind lack no number. */
export async function expectNoGap(lab: CrashLab): Promise<void> {
  const gaps = await lab.sql(
    `SELECT kind, year FROM invoice GROUP BY kind, year
     HAVING (min(sequence), max(sequence)) IS DISTINCT FROM (1, count(*)::int)`,
  );
  expect(gaps).toEqual([]);
}

/** Who makes a purchase whose API crashes, and whose wallet pays. */
export interface Buying {
  readonly buyer: Customer;
  readonly payer: Customer;
  /** @param paid what the payer has been charged by now, in naira. */
  expectPaid(paid: number): Promise<void>;
}

export type CreateBuying = (lab: CrashLab) => Promise<Buying>;

/** A customer with a wallet of their own. */
export const byCustomer: CreateBuying = async (lab) => {
  const customer = await lab.customer(START_BALANCE);
  return {
    ...{ buyer: customer, payer: customer },
    async expectPaid(paid) {
      expect(await customer.balance()).toBe(START_BALANCE - paid);
    },
  };
};

/** A member of a team. What was charged counts for the limits of the member, and is invoiced to the owner. */
export const byMember: CreateBuying = async (lab) => {
  const { owner, member } = await createTeam(lab);
  return {
    ...{ buyer: member, payer: owner },
    async expectPaid(paid) {
      expect(await owner.balance()).toBe(START_BALANCE - paid);
      expect(await findSpending(lab, member)).toEqual({ naira: paid, charges: paid ? 1 : 0 });
      if (paid) expect((await invoice(lab, owner)).status).toBe(200);
      expect(await findInvoices(lab, owner)).toEqual(
        paid ? [{ kind: 'invoice', naira: paid }] : [],
      );
      await expectNoGap(lab);
    },
  };
};
