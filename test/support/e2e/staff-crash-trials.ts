import { unique, type Customer } from './customer';
import { findLines, findPaymentId, findUserId } from './customer-rows';
import type { CrashLab } from './crash-lab';
import type { Trial } from './crash-trials';
import type { Site } from './site';

const WHY = 'Seen on the bank statement';

/** A decision or correction that staff send to an API that crashes, and again afterwards. */
export const post =
  (path: string, token: string, body: object, key = unique('key')) =>
  (site: Site) =>
    site.call<{ code?: string; data?: { id: number } }>('POST', `admin/${path}`, {
      token,
      key,
      body: { reason: WHY, ...body },
    });

const correct = async (lab: CrashLab, customer: Customer, token: string, amount: number) => {
  const path = `users/${await findUserId(lab, customer)}/wallet-corrections`;
  const { body } = await post(path, token, { direction: 'credit', amount })(lab.site);
  return body.data!.id;
};

/** Staff upload a file with one payout, to an API that crashes, and again afterwards. */
const importPayout = (point: 'payout.before-commit' | 'payout.after-commit'): Trial => ({
  point,
  async run(lab) {
    const customer = await lab.customer();
    const { reference } = await lab.payWithoutWebhook(customer, 2000);
    await customer.verify(reference);
    const token = await lab.signInAdmin();
    const payout = unique('PO');
    const header = 'Settlement Reference,Settlement Date,Transaction Reference,Amount,Fee';
    const content = `${header}\n${payout},2026-01-31,${reference},2000,30`;
    const upload = (site: Site) =>
      site.call('POST', 'admin/clearing/import-file', { token, body: { content } });
    await lab.crashApi(point, upload);
    return async () => {
      expect((await upload(lab.site)).status).toBe(200);
      expect(
        await lab.sql(
          `SELECT i.result, (SELECT count(*)::int FROM ledger_transaction t
             WHERE t.kind = 'payout' AND t.reference = p.reference) AS postings
           FROM payment_payout p JOIN payment_payout_item i ON i.payout_id = p.id
           WHERE p.reference = $1`,
          [payout],
        ),
      ).toEqual([{ result: 'matched', postings: 1 }]);
    };
  },
});

/** Crashes in what customers and staff decide about payments and wallets. */
export const STAFF_CRASH_TRIALS: readonly Trial[] = [
  {
    point: 'cancel.before-commit',
    async run(lab) {
      const customer = await lab.customer();
      const { reference } = await customer.startTopup(2000);
      const cancel = ({ site, token }: Customer) =>
        site.call('POST', `payments/${reference}/cancel`, { token });
      await lab.crashApi('cancel.before-commit', (site) => cancel(customer.at(site)));
      return async () => {
        expect(await findLines(lab, customer)).toMatchObject([{ status: 'pending' }]);
        expect((await cancel(customer)).status).toBe(200);
        expect(await findLines(lab, customer)).toMatchObject([{ status: 'cancelled' }]);
      };
    },
  },
  {
    point: 'accept.before-commit',
    async run(lab) {
      const customer = await lab.customer();
      const id = await lab.payInReview(customer, 2000, 1500);
      const token = await lab.signInAdmin();
      const accept = post(`payments/${id}/accept`, token, { credit: 'asked' });
      await lab.crashApi('accept.before-commit', accept);
      return async () => {
        expect(await customer.balance()).toBe(0);
        expect((await accept(lab.site)).status).toBe(200);
        expect(await findLines(lab, customer)).toEqual([
          { purpose: 'topup', status: 'successful', naira: 1500 },
          { purpose: 'goodwill', status: 'successful', naira: 500 },
        ]);
      };
    },
  },
  {
    point: 'review.before-commit',
    async run(lab) {
      const customer = await lab.customer();
      const { reference } = await lab.payWithoutWebhook(customer, 2000);
      const data = { amount_paid: '2600.00' };
      const fault = { route: 'find', reference, data };
      await lab.site.call('POST', '/sandbox/korapay/control', { body: fault });
      await lab.crashApi('review.before-commit', (site) => customer.at(site).verify(reference));
      return async () => {
        expect(
          await lab.sql(
            `SELECT kind, count(*)::int AS postings FROM ledger_transaction
             WHERE reference = $1 GROUP BY kind ORDER BY kind`,
            [reference],
          ),
        ).toEqual([
          { kind: 'provider_fee', postings: 1 },
          { kind: 'review_hold', postings: 1 },
        ]);
      };
    },
  },
  importPayout('payout.before-commit'),
  importPayout('payout.after-commit'),
  {
    point: 'refund.before-commit',
    async run(lab) {
      const customer = await lab.customer();
      const id = await lab.payInReview(customer, 2000, 2600);
      const accept = post(`payments/${id}/accept`, await lab.signInAdmin(), { credit: 'asked' });
      expect((await accept(lab.site)).status).toBe(200);
      await lab.crashWorker('refund.before-commit');
      return async () => {
        expect(
          await lab.sql(
            `SELECT count(*)::int AS postings FROM ledger_transaction t JOIN payment p USING (reference)
             WHERE p.id = $1 AND t.kind = 'review_refund'`,
            [id],
          ),
        ).toEqual([{ postings: 1 }]);
      };
    },
  },
  {
    point: 'chargeback.before-commit',
    async run(lab) {
      const customer = await lab.customer(2000);
      const id = await findPaymentId(lab, customer);
      const token = await lab.signInAdmin();
      const chargeBack = post(`payments/${id}/chargeback`, token, { amount: 1200 });
      await lab.crashApi('chargeback.before-commit', chargeBack);
      return async () => {
        expect(await customer.balance()).toBe(2000);
        for (const _ of [1, 2]) expect((await chargeBack(lab.site)).status).toBe(200);
        expect(await customer.balance()).toBe(800);
      };
    },
  },
  {
    point: 'proposal.before-commit',
    async run(lab) {
      const customer = await lab.customer();
      const id = await lab.payInReview(customer, 200_000, 150_000);
      const token = await lab.signInAdmin();
      await post(`payments/${id}/accept`, token, {})(lab.site);
      const propose = post(`payments/${id}/chargeback`, token, { amount: 120_000 });
      await lab.crashApi('proposal.before-commit', propose);
      return async () => {
        for (const _ of [1, 2]) expect((await propose(lab.site)).status).toBe(202);
        const proposals = await lab.sql<{ id: number }>(
          `SELECT id FROM wallet_correction WHERE kind = 'chargeback' AND subject_id = $1`,
          [id],
        );
        expect(proposals).toHaveLength(1);
        expect(await customer.balance()).toBe(150_000);
        const other = await lab.signInAdmin(true);
        const approve = post(`wallet-corrections/${proposals[0]!.id}/approve`, other, {});
        expect((await approve(lab.site)).status).toBe(200);
        expect(await customer.balance()).toBe(30_000);
      };
    },
  },
  {
    point: 'dispute.before-commit',
    async run(lab) {
      const customer = await lab.customer(2000);
      const id = await findPaymentId(lab, customer);
      const token = await lab.signInAdmin();
      await post(`payments/${id}/chargeback`, token, { amount: 1200 })(lab.site);
      const [row] = await lab.sql<{ id: number }>(
        'SELECT id FROM payment_chargeback WHERE payment_id = $1',
        [id],
      );
      const win = post(`payments/${id}/chargebacks/${row!.id}/win`, token, {});
      await lab.crashApi('dispute.before-commit', win);
      return async () => {
        expect(await customer.balance()).toBe(800);
        expect((await win(lab.site)).status).toBe(200);
        expect(await customer.balance()).toBe(2000);
      };
    },
  },
  {
    point: 'correction.before-commit',
    async run(lab) {
      const customer = await lab.customer();
      const id = await correct(lab, customer, await lab.signInAdmin(), 150_000);
      const approve = post(`wallet-corrections/${id}/approve`, await lab.signInAdmin(true), {});
      await lab.crashApi('correction.before-commit', approve);
      return async () => {
        expect(await customer.balance()).toBe(0);
        expect((await approve(lab.site)).status).toBe(200);
        expect(await customer.balance()).toBe(150_000);
      };
    },
  },
  {
    point: 'correction.after-commit',
    async run(lab) {
      const customer = await lab.customer();
      const token = await lab.signInAdmin();
      const id = await correct(lab, customer, token, 700);
      const reverse = post(`wallet-corrections/${id}/reverse`, token, {});
      await lab.crashApi('correction.after-commit', reverse);
      return async () => {
        const again = await reverse(lab.site);
        expect(again.status).toBe(201);
        expect(await customer.balance()).toBe(0);
        expect(await findLines(lab, customer)).toHaveLength(2);
      };
    },
  },
];

/** Comes last: a worker that another trial crashes may have sent the refund, or be about to. */
export const REFUND_CRASH_TRIAL: Trial = {
  point: 'refund.before-enqueue',
  async run(lab) {
    const customer = await lab.customer();
    const id = await lab.payInReview(customer, 2000, 2600);
    const accept = post(`payments/${id}/accept`, await lab.signInAdmin(), { credit: 'asked' });
    await lab.crashApi('refund.before-enqueue', accept);
    return async () => {
      expect(await customer.balance()).toBe(2000);
      expect((await accept(lab.site)).body.code).toBe('PAYMENT_NOT_IN_REVIEW');
      expect(
        await lab.sql(
          `SELECT status, amount_kobo::int / 100 AS naira FROM payment_refund WHERE payment_id = $1`,
          [id],
        ),
      ).toEqual([{ status: 'succeeded', naira: 600 }]);
    };
  },
};
