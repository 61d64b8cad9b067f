import { Money } from '../../common/money/money';
import type { NewCharge } from './korapay.entity';

export const CHANNELS = ['card', 'bank_transfer', 'pay_with_bank', 'mobile_money'];
const SMALLEST = Money.naira(100);
const LARGEST = Money.naira(1_000_000);

export type FieldErrors = Record<string, { message: string }>;

/** Reads the body of an initialize call by Korapay's rules. */
export function readChargeRequest(
  body: unknown,
  secretKey: string,
): { charge: NewCharge } | { errors: FieldErrors } {
  const given = isObject(body) ? body : {};
  const errors: FieldErrors = {};
  const refuse = (field: string, rule: string) =>
    (errors[field] ??= { message: `${field} ${rule}` });

  const amount = Money.parseDecimal(given.amount);
  if (!amount) refuse('amount', 'must be a number');
  else if (amount.isLessThan(SMALLEST)) refuse('amount', 'must be greater than or equal to 100');
  else if (LARGEST.isLessThan(amount)) refuse('amount', 'must be less than or equal to 1000000');
  if (given.currency !== 'NGN') refuse('currency', 'must be NGN');
  if (!/^[A-Za-z0-9_-]{8,50}$/.test(text(given.reference)))
    refuse('reference', 'must have 8 to 50 letters, digits, hyphens or underscores');
  const customer = isObject(given.customer) ? given.customer : {};
  if (!/^[^\s@]+@[^\s@]+$/.test(text(customer.email)))
    refuse('customer.email', 'must be a valid email');
  for (const field of ['redirect_url', 'notification_url'] as const)
    if (given[field] !== undefined && !isWebAddress(given[field]))
      refuse(field, 'must be a valid uri');
  if (given.merchant_bears_cost !== undefined && typeof given.merchant_bears_cost !== 'boolean')
    refuse('merchant_bears_cost', 'must be a boolean');
  checkChannels(given, refuse);
  checkMetadata(given.metadata, refuse);
  if (!amount || Object.keys(errors).length) return { errors };
  return {
    charge: {
      reference: text(given.reference),
      amount,
      merchantBearsCost: given.merchant_bears_cost !== false,
      customer: { email: text(customer.email), name: text(customer.name) },
      metadata: isObject(given.metadata) ? given.metadata : {},
      narration: text(given.narration),
      channels: Array.isArray(given.channels) ? (given.channels as string[]) : [],
      defaultChannel: text(given.default_channel) || null,
      redirectUrl: text(given.redirect_url) || null,
      notificationUrl: text(given.notification_url) || null,
      secretKey,
    },
  };
}

type Refuse = (field: string, rule: string) => void;

function checkChannels(given: Record<string, unknown>, refuse: Refuse): void {
  const { channels, default_channel: chosen } = given;
  if (channels === undefined && chosen === undefined) return;
  if (!Array.isArray(channels) || !channels.every((channel) => CHANNELS.includes(channel)))
    refuse('channels', `must be some of ${CHANNELS.join(', ')}`);
  else if (chosen !== undefined && !channels.includes(chosen))
    refuse('default_channel', 'must be one of channels');
}

/** Five keys at most, none empty or longer than 20, of letters, digits and hyphens: no underscore. */
function checkMetadata(metadata: unknown, refuse: Refuse): void {
  if (metadata === undefined) return;
  const keys = isObject(metadata) ? Object.keys(metadata) : [];
  if (keys.length === 0 || keys.length > 5) refuse('metadata', 'must have 1 to 5 keys');
  for (const key of keys)
    if (!/^[A-Za-z0-9-]{1,20}$/.test(key))
      refuse('metadata', 'keys must have at most 20 letters, digits or hyphens');
}

const isWebAddress = (value: unknown): boolean =>
  typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
