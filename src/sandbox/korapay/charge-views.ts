import { Money } from '../../common/money/money';
import type { SandboxCharge, SandboxRefund } from './korapay.entity';

const FEE_CAP = Money.naira(2000);

/** 1.5 %, at most ₦2,000. */
export function feeFor(amount: Money): Money {
  const fee = Money.kobo((amount.kobo * 15n + 500n) / 1000n);
  return FEE_CAP.isLessThan(fee) ? FEE_CAP : fee;
}

/** Korapay writes some amounts as JSON numbers. */
const asNumber = (money: Money): number => Number(money.toDecimalString());

/** As `GET /charges/:reference` returns it: amounts as decimal text, but the fee as a number. */
export function toVerifyView(charge: SandboxCharge): Record<string, unknown> {
  const common = {
    reference: charge.reference,
    status: charge.status,
    amount: charge.amount.toDecimalString(),
    currency: charge.currency,
    description: charge.narration,
    metadata: charge.metadata,
  };
  if (charge.status === 'success' && charge.paid && charge.fee)
    return {
      ...common,
      amount_paid: charge.paid.toDecimalString(),
      fee: asNumber(charge.fee),
      ...toPaymentDetails(charge),
    };
  return {
    ...common,
    amount_paid: '0.00',
    fee: 0,
    created_at: charge.createdAt,
    ...attempts(charge),
  };
}

function toPaymentDetails(charge: SandboxCharge): Record<string, unknown> {
  if (charge.accountReference) return toAccountDetails(charge);
  return charge.method === null || charge.method === 'card'
    ? CARD
    : { payment_method: charge.method };
}

const CARD = {
  card: { card_type: 'visa', first_six: '408412', last_four: '2787', expiry: '09/30' },
};

/** Of a transfer to a virtual account, in charges and in notifications. */
const toAccountDetails = (charge: SandboxCharge) => ({
  payment_method: 'bank_transfer',
  virtual_bank_account_details: {
    payer_bank_account: {
      bank_name: 'Test Bank',
      account_name: charge.customer.name,
      account_number: '0123456789',
    },
    virtual_bank_account: {
      account_name: charge.customer.name,
      account_reference: charge.accountReference,
      bank_name: 'Test Bank',
      permanent: true,
    },
  },
});

const attempts = (charge: SandboxCharge) =>
  charge.status === 'failed'
    ? {
        payment_attempts: [
          {
            reference: `KPY-CA-${charge.id.slice(7)}`,
            status: 'failed',
            channel: 'card',
            message: 'Insufficient funds',
          },
        ],
      }
    : {};

/** `data` of a notification: every amount is a JSON number, whatever was paid. */
export const toWebhookView = (charge: SandboxCharge): Record<string, unknown> => ({
  fee: asNumber(charge.fee ?? Money.zero),
  amount: asNumber(charge.amount),
  status: charge.status === 'success' ? 'success' : 'failed',
  currency: charge.currency,
  reference: charge.reference,
  payment_method: charge.method ?? 'card',
  payment_reference: charge.reference,
  ...(charge.accountReference ? toAccountDetails(charge) : {}),
});

/** `data` of a notification about a refund: `reference` is the refund's own. */
export const toRefundWebhookView = (
  charge: SandboxCharge,
  refund: Pick<SandboxRefund, 'reference' | 'amount'>,
): Record<string, unknown> => ({
  amount: asNumber(refund.amount),
  status: 'success',
  currency: charge.currency,
  reference: refund.reference,
  payment_reference: charge.reference,
});

/** An item of `GET /pay-ins`. */
export const toPayInView = (charge: SandboxCharge): Record<string, unknown> => ({
  pointer: `cus_${charge.pointer}`,
  reference: charge.reference,
  status: charge.status,
  amount: charge.amount.toDecimalString(),
  amount_paid: (charge.paid ?? Money.zero).toDecimalString(),
  amount_expected: charge.amount.toDecimalString(),
  fee: (charge.fee ?? Money.zero).toDecimalString(),
  currency: charge.currency,
  payment_method: charge.method,
  customer_name: charge.customer.name ?? '',
  customer_email: charge.customer.email,
  date_created: charge.createdAt,
});
