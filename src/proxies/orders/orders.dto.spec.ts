import { messageOf } from '../../common/http/api.decorators';
import { Money } from '../../common/money/money';
import type { PurchaseReceipt } from '../orders/order.service';
import { toPurchaseResponse } from './orders.dto';

const receipt = (over: Partial<PurchaseReceipt>): PurchaseReceipt => ({
  orderId: 1,
  status: 'delivered',
  quantity: 1,
  proxies: [],
  refunded: Money.zero,
  transaction: {
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
  },
  ...over,
});
const shown = (over: Partial<PurchaseReceipt>) => toPurchaseResponse(receipt(over), new Date(0));

describe('toPurchaseResponse', () => {
  it.each([
    [1, 'Your proxy is ready to use.'],
    [3, 'Your 3 proxies are ready to use.'],
  ])('should say that %s ordered can be used', (quantity, expected) => {
    const data = shown({ quantity });
    expect(messageOf(data)).toBe(expected);
    expect(data).toMatchObject({ order_status: 'delivered', refunded_amount: 0 });
  });

  it('should say when an order was refunded since', () => {
    const data = shown({ status: 'refunded', refunded: Money.naira(9600) });
    expect(messageOf(data)).toBe('This order was refunded.');
    expect(data).toMatchObject({ order_status: 'refunded', refunded_amount: 9600 });
  });

  it('should describe the debit like the statement', () => {
    expect(shown({}).transaction).toEqual({
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
