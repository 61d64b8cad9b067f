import { messageOf } from '../../common/http/api.decorators';
import { Money } from '../../common/money/money';
import type { StatementLine } from '../../wallet/wallet.types';
import { toPurchaseData } from './orders.dto';

const LINE: StatementLine = {
  id: 9,
  reference: 'BUY-0011223344556677',
  description: 'Residential proxy, 1 GB, Nigeria',
  type: 'debit',
  purpose: 'purchase',
  status: 'successful',
  amount: Money.naira(5600),
  currency: 'NGN',
  paymentMethod: 'wallet',
  createdAt: new Date(0),
  processedAt: new Date(0),
};

describe('toPurchaseData', () => {
  it.each([
    ['delivered', 1, 0, 'Your proxy is ready to use.'],
    ['delivered', 3, 0, 'Your 3 proxies are ready to use.'],
    ['refunded', 1, 9600, 'This order was refunded.'],
  ] as const)('should say of a %s order of %s', (status, quantity, refunded, expected) => {
    const order = { id: 1, status, quantity, refunded: Money.naira(refunded) };
    const data = toPurchaseData(order, [], LINE);
    expect(messageOf(data)).toBe(expected);
    expect(data).toMatchObject({ order_status: status, refunded_amount: refunded });
  });

  it('should describe the debit like the statement', () => {
    const order = { id: 1, status: 'delivered', quantity: 1, refunded: Money.zero } as const;
    expect(toPurchaseData(order, [], LINE).transaction).toEqual({
      id: 9,
      reference: 'BUY-0011223344556677',
      type: 'debit',
      amount: 5600,
      currency: 'NGN',
      status: 'successful',
      description: 'Residential proxy, 1 GB, Nigeria',
      created_at: new Date(0),
    });
  });
});
