import { InvoiceService } from '../../../src/wallet/invoices/invoice.service';
import { catchErrorCode, expectOutcome, type Command } from './payment-commands';

/** Up to three concurrent requests for the invoice of an order. */
export const issueInvoice: Command = async (system, random) => {
  const placed = system.model.orders.length ? random.pick(system.model.orders) : null;
  if (!placed) return null;
  const actor = system.actor(placed.customer);
  await system
    .get(InvoiceService)
    .saveBillingDetails(actor, { name: 'Ada Ltd', address: 'Ikeja', tin: null, email: null });
  const [charge] = await system.sql<{ id: number }>(
    `SELECT transaction_id AS id FROM proxy_order WHERE user_id = $1 AND idempotency_key = $2`,
    [placed.customer.id, placed.key],
  );
  const calls = Array.from({ length: random.between(1, 3) }, () =>
    catchErrorCode(system.get(InvoiceService).issue(actor, charge!.id)),
  );
  const refusal =
    placed.status === 'refunded' && !placed.isInvoiced ? 'NOT_INVOICEABLE' : undefined;
  for (const code of await Promise.all(calls)) expectOutcome('An invoice', code, refusal);
  placed.isInvoiced ||= refusal === undefined;
  return `invoice of ${placed.key}: ${refusal ?? 'issued'}`;
};
