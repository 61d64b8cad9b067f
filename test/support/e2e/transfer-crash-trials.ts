import { poll } from '../../../src/embedded/poll';
import type { Customer } from './customer';
import type { CrashLab } from './crash-lab';
import type { Trial } from './crash-trials';

const ACCOUNT = 'user/naira-account';
const BANK = '/sandbox/korapay/merchant/api/v1/virtual-bank-account/sandbox/credit';
const NAIRA = 2000;

/** A transfer by the customer's bank, and its notification, which waits for a worker. @returns its reference. */
async function transfer(lab: CrashLab, { token }: Customer): Promise<string> {
  const { account } = await lab.site.getData<{ account: { number: string } }>('POST', ACCOUNT, {
    token,
    body: { bvn: '22222222222' },
  });
  const { body } = await lab.site.call<{ data: { reference: string } }>('POST', BANK, {
    token: 'sk_test_sandbox',
    body: { account_number: account.number, amount: NAIRA, currency: 'NGN' },
  });
  const { reference } = body.data;
  const isNotified = () => lab.sql('SELECT FROM payment_webhook WHERE reference = $1', [reference]);
  if (!(await poll(async () => (await isNotified()).length > 0, 30_000)))
    throw new Error(`No notification of ${reference}`);
  return reference;
}

const findPayments = (lab: CrashLab, reference: string) =>
  lab.sql<{ status: string }>('SELECT status FROM payment WHERE reference = $1', [reference]);

const check = ({ site, token }: Customer) =>
  site.getData<{ credited: number }>('POST', `${ACCOUNT}/check`, { token });

/** Crashes between the parts of a transfer's credit; it is credited once, however it goes on. */
export const TRANSFER_CRASH_TRIALS: readonly Trial[] = [
  {
    point: 'transfer.before-settle',
    async run(lab) {
      const customer = await lab.customer();
      const reference = await transfer(lab, customer);
      await lab.crashWorker('transfer.before-settle');
      expect(await findPayments(lab, reference)).toEqual([{ status: 'created' }]);
      expect(await customer.balance()).toBe(0);
      return async () => {
        expect(await findPayments(lab, reference)).toEqual([{ status: 'successful' }]);
        expect(await customer.balance()).toBe(NAIRA);
        expect(await check(customer)).toMatchObject({ credited: 0 });
        expect(await customer.balance()).toBe(NAIRA);
      };
    },
  },
  {
    point: 'settle.after-commit',
    subject: 'transfer',
    async run(lab) {
      const customer = await lab.customer();
      const reference = await transfer(lab, customer);
      await lab.crashApi('settle.after-commit', (site) => check(customer.at(site)));
      expect(await customer.balance()).toBe(NAIRA);
      return async () => {
        expect(await findPayments(lab, reference)).toEqual([{ status: 'successful' }]);
        expect(await check(customer)).toMatchObject({ credited: 0 });
        expect(await customer.balance()).toBe(NAIRA);
      };
    },
  },
];
