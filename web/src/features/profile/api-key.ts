import {
  type ApiKeyResponse,
  ApiKeyScope,
  type CreateApiKeyDto,
} from '@/api/generated/api.schemas';
import { toNumberText } from '@/lib/number-text';
import { toPlainText } from '@/lib/plain-text';

export type ApiKey = ApiKeyResponse;

export const MAX_API_KEYS = 20;
const MAX_DAILY_LIMIT = 100_000_000;
const DAY = 86_400_000;

export const SCOPES: { value: ApiKeyScope; label: string; hint: string }[] = [
  {
    value: ApiKeyScope.read,
    label: 'Read',
    hint: 'See your wallet, transactions, proxies and usage',
  },
  { value: ApiKeyScope.proxies, label: 'Proxies', hint: 'Configure, rotate and test proxies' },
  { value: ApiKeyScope.buy, label: 'Buy', hint: 'Buy and renew from your wallet' },
  { value: ApiKeyScope.wallet, label: 'Wallet', hint: 'Start and cancel top-ups' },
];

export const toScopeLabels = (scopes: readonly ApiKeyScope[]): string =>
  SCOPES.filter(({ value }) => scopes.includes(value))
    .map(({ label }) => label)
    .join(', ');

/** Days until a new key expires; 0 for never. */
export const LIFETIMES = [
  { value: 0, label: 'Never' },
  { value: 30, label: 'In 30 days' },
  { value: 90, label: 'In 90 days' },
  { value: 365, label: 'In a year' },
];

export interface ApiKeyValues {
  name: string;
  scopes: ApiKeyScope[];
  /** One address or range per line. */
  allowed_addresses: string;
  lifetime: number;
  /** As typed. */
  daily_limit: string;
}

export const EMPTY_KEY: ApiKeyValues = {
  ...{ name: '', scopes: [ApiKeyScope.read], allowed_addresses: '', lifetime: 90, daily_limit: '' },
};

/** Parses whole naira; null when empty, undefined when it is no valid limit. */
export function parseDailyLimit(text: string): number | null | undefined {
  const digits = toNumberText(text);
  if (digits === '') return null;
  const amount = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return amount >= 1 && amount <= MAX_DAILY_LIMIT ? amount : undefined;
}

export const parseAddresses = (text: string): string[] =>
  toPlainText(text)
    .split(/[\s,;]+/)
    .filter(Boolean);

export const toCreateBody = (values: ApiKeyValues, now: number): CreateApiKeyDto => ({
  name: values.name,
  scopes: values.scopes,
  allowed_addresses: parseAddresses(values.allowed_addresses),
  expires_at: values.lifetime ? new Date(now + values.lifetime * DAY).toISOString() : null,
  daily_limit: parseDailyLimit(values.daily_limit) ?? null,
});

export const isExpired = ({ expires_at: end }: ApiKey, now: number): boolean =>
  end !== null && Date.parse(end) <= now;
