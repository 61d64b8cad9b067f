import { isInvoiceable, toInvoiceNumber } from './invoice.entity';

it('should number in six digits, and more when they do not suffice', () => {
  expect(toInvoiceNumber('invoice', 2026, 123)).toBe('INV-2026-000123');
  expect(toInvoiceNumber('credit_note', 2027, 1)).toBe('CN-2027-000001');
  expect(toInvoiceNumber('invoice', 2026, 1_234_567)).toBe('INV-2026-1234567');
});

it('should invoice successful purchases only', () => {
  expect(isInvoiceable('purchase', 'successful')).toBe(true);
  expect(isInvoiceable('purchase', 'refunded')).toBe(false);
  expect(isInvoiceable('topup', 'successful')).toBe(false);
  expect(isInvoiceable('refund', 'successful')).toBe(false);
});
