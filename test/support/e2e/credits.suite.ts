import { poll } from '../../../src/embedded/poll';
import { unique, type Customer } from './customer';

const SOON_MS = 30_000;

/** @returns the balance once it is this, or after half a minute. */
export async function balanceBecomes(customer: Customer, naira: number): Promise<number> {
  await poll(async () => (await customer.balance()) === naira, SOON_MS, 200);
  return customer.balance();
}

/** Credits that depend on the queues alone. */
export function itCreditsInTheBackground(customer: () => Customer): void {
  it('credits by webhook alone when the customer does not return', async () => {
    const before = await customer().balance();
    await customer().pay(await customer().startTopup(2000));
    expect(await balanceBecomes(customer(), before + 2000)).toBe(before + 2000);
  });

  it('credits by worker verification without a webhook', async () => {
    const before = await customer().balance();
    const reference = unique('SILENT');
    await customer().site.injectFault({ route: 'webhook', reference, copies: 0 });
    await customer().pay(await customer().startTopup(3000, reference));
    expect(await balanceBecomes(customer(), before + 3000)).toBe(before + 3000);
  });
}
