import type { InputProps } from 'antd';
import type { adminGetSettings } from '@/api/generated/admin-settings';
import type { SaveSettingsDto } from '@/api/generated/api.schemas';

export type Settings = Awaited<ReturnType<typeof adminGetSettings>>['data']['settings'];
/** Those of this screen; maintenance has its own. */
export type SettingName = Exclude<keyof Settings, `maintenance${string}`>;

/** The values of the form: numbers stay text until they are sent. */
export type Draft = { [K in SettingName]: Settings[K] extends boolean ? boolean : string };
type SwitchSetting = {
  [K in SettingName]: Settings[K] extends boolean ? K : never;
}[SettingName];
export type TextSetting = Exclude<SettingName, SwitchSetting>;

export const TABS = ['general', 'payment', 'email'] as const;
export type SettingsTab = (typeof TABS)[number];

interface Setting {
  tab: SettingsTab;
  label: string;
  hint?: string;
}

interface TextInput extends Setting {
  input?: Pick<InputProps, 'type' | 'inputMode' | 'placeholder' | 'min' | 'max' | 'step'>;
  /** Of a text of several lines. */
  rows?: number;
  /** Shows how many of `limit` characters are used, from `from` on. */
  counter?: { limit: number; from: number };
  /** Stored encrypted, and read back masked. */
  isSecret?: boolean;
  /** Why the text cannot be saved. */
  validate: (text: string) => string | undefined;
  /** As text without surrounding spaces by default, null when it is empty. */
  toValue?: (text: string) => string | number | null;
}

const toText = (text: string): string | null => text.trim() || null;
/** A meaningless zero is sent as null too: the server then uses its default. */
const toNumber = (text: string): number | null => Number(text.trim()) || null;

const tooLong = (text: string, limit: number, name: string): string | undefined =>
  text.length > limit ? `${name} must not exceed ${limit} characters` : undefined;

const limited = (name: string, limit = 255) => ({
  validate: (text: string) => tooLong(text.trim(), limit, name),
});

/** A number input with its bounds; a step below 1 allows two decimals. Empty text and zero restore the default. */
function number(
  min: number,
  max: number,
  step: number,
  { low, high = low, invalid }: { low: string; high?: string; invalid: string },
): Pick<TextInput, 'input' | 'toValue' | 'validate'> {
  const shift = step < 1 ? 100 : 1;
  return {
    input: { type: 'number', min, max, step },
    toValue: toNumber,
    validate: (text) => {
      const value = Number(text.trim());
      if (!Number.isFinite(value)) return invalid;
      if (value === 0) return undefined;
      if (value < min) return low;
      if (value > max) return high;
      return Math.abs(value * shift - Math.round(value * shift)) > 1e-6 ? invalid : undefined;
    },
  };
}

/** From 1. @param invalid says whatever is wrong. */
const wholeNumber = (max: number, invalid: string) => number(1, max, 1, { low: invalid, invalid });

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Also empty. */
const TIN = /^(\d{8}-\d{4}|\d{10,13})?$/;
const isPortOrEmpty = (text: string): boolean =>
  text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535);
const MAX_ADDRESS_LINES = 5;
const RAISING =
  'So does a higher limit, unless nobody else has been an admin for 24 hours. A lower one holds at once.';

/** Every setting: where it stands, what it is called, and what can be saved. */
export const SETTINGS: { [K in SettingName]: K extends TextSetting ? TextInput : Setting } = {
  siteName: {
    tab: 'general',
    label: 'Site name',
    hint: 'In the header, in the title of every page and in every email.',
    counter: { limit: 255, from: 200 },
    ...limited('Site name'),
  },
  siteDescription: {
    tab: 'general',
    label: 'Site description',
    hint: 'Shown by search engines.',
    counter: { limit: 500, from: 400 },
    rows: 4,
    ...limited('Site description', 500),
  },
  supportReplyTime: {
    tab: 'general',
    label: 'Support reply time',
    hint: 'Ends the sentence “We reply …” of the site and its emails. Default: within one working day.',
    ...limited('Support reply time', 60),
  },
  addressAccessEnabled: {
    tab: 'general',
    label: 'Access by address',
    hint: 'Whether customers can use their proxies without a password from addresses that they allow. Off closes such connections within five seconds and keeps the lists.',
  },
  blockedEmailDomains: {
    tab: 'general',
    label: 'Blocked email domains',
    hint: 'Nobody can sign up or change to an address at these domains, such as those of disposable mail. Separated by spaces. Accounts that exist keep theirs.',
    input: { placeholder: 'mailinator.com yopmail.com' },
    counter: { limit: 5000, from: 4000 },
    rows: 2,
    ...limited('Blocked email domains', 5000),
  },
  korapayEnabled: {
    tab: 'payment',
    label: 'Korapay payments',
    hint: "Whether customers can top up at Korapay's checkout.",
  },
  nairaAccountsEnabled: {
    tab: 'payment',
    label: 'Naira accounts',
    hint: 'Whether customers can have an account number of their own, to which transfers top up their wallet. Korapay has to enable virtual bank accounts for you first.',
  },
  cardChannel: { tab: 'payment', label: 'Card' },
  bankTransferChannel: { tab: 'payment', label: 'Bank transfer' },
  payWithBankChannel: { tab: 'payment', label: 'Pay with bank' },
  mobileMoneyChannel: { tab: 'payment', label: 'Mobile money' },
  korapayPublicKey: {
    tab: 'payment',
    label: 'Korapay public key',
    ...limited('Korapay public key'),
  },
  korapaySecretKey: {
    tab: 'payment',
    label: 'Korapay secret key',
    isSecret: true,
    ...limited('Korapay secret key'),
  },
  minimumTopup: {
    tab: 'payment',
    label: 'Minimum topup (₦)',
    hint: '₦100 to ₦1,000,000. Default: ₦1,000.',
    ...number(100, 1_000_000, 100, {
      low: 'Minimum topup must be at least ₦100',
      high: 'Minimum topup must not exceed ₦1,000,000',
      invalid: 'Minimum topup must be a whole number',
    }),
  },
  exchangeRate: {
    tab: 'payment',
    label: 'Exchange rate (₦ per $)',
    hint: '1 to 10,000. Default: 1,600.',
    ...number(1, 10_000, 0.01, {
      low: 'Exchange rate must be at least 1',
      high: 'Exchange rate must not exceed 10,000',
      invalid: 'Exchange rate must be a number with two decimals at most',
    }),
  },
  markupEnabled: {
    tab: 'payment',
    label: 'Price markup',
    hint: 'Added to every price after the conversion to naira.',
  },
  markupPercentage: {
    tab: 'payment',
    label: 'Markup percentage (%)',
    hint: '0 to 100.',
    ...number(0, 100, 0.01, {
      low: 'Markup percentage must be between 0 and 100',
      invalid: 'Markup percentage must be a number with two decimals at most',
    }),
    input: { type: 'number', min: 0, max: 1000, step: 0.01 },
  },
  referralsEnabled: {
    tab: 'payment',
    label: 'Rewards for invitations',
    hint: "A customer whose link brings another gets a part of that one's first top-up, to spend in the shop. Reversed top-ups take it back.",
  },
  referralPercentage: {
    tab: 'payment',
    label: 'Referral percentage (%)',
    hint: 'Of the first top-up. 1 to 50. Default: 10.',
    ...wholeNumber(50, 'Referral percentage must be a whole number between 1 and 50'),
  },
  referralMaximum: {
    tab: 'payment',
    label: 'Referral maximum (₦)',
    hint: 'Most for one invited customer. Default: ₦5,000.',
    ...wholeNumber(1_000_000, 'Referral maximum must be a whole number between 1 and 1,000,000'),
  },
  referralMinimumTopup: {
    tab: 'payment',
    label: 'Smallest referral top-up (₦)',
    hint: 'A smaller top-up does not count as the first. Default: ₦1,000.',
    ...wholeNumber(
      1_000_000,
      'Smallest referral top-up must be a whole number between 1 and 1,000,000',
    ),
  },
  trialMegabytes: {
    tab: 'payment',
    label: 'Free trial (MB)',
    hint: 'Residential traffic that each person can have once, free of charge. 0 to 1,000; 0 is no trial.',
    ...number(0, 1000, 1, {
      low: 'Free trial must be a whole number between 0 and 1,000',
      invalid: 'Free trial must be a whole number between 0 and 1,000',
    }),
  },
  refundWindowDays: {
    tab: 'payment',
    label: 'Refund window (days)',
    hint: 'How long after a payment customers can refund what is unused themselves, to the wallet. 0 to 30; 0 is never.',
    ...number(0, 30, 1, {
      low: 'Refund window must be a whole number between 0 and 30',
      invalid: 'Refund window must be a whole number between 0 and 30',
    }),
  },
  refundMaximumUsedPercent: {
    tab: 'payment',
    label: 'Most used for a refund (%)',
    hint: 'Of the traffic, or of the time of a datacenter proxy. 0 to 100. Default: 20.',
    ...number(0, 100, 1, {
      low: 'Most used for a refund must be a whole number between 0 and 100',
      invalid: 'Most used for a refund must be a whole number between 0 and 100',
    }),
  },
  invoiceSellerName: {
    tab: 'payment',
    label: 'Company name',
    hint: 'As registered. Default: the site name.',
    counter: { limit: 120, from: 80 },
    ...limited('Seller name', 120),
  },
  rcNumber: {
    tab: 'payment',
    label: 'RC number',
    input: { inputMode: 'numeric', placeholder: '1234567' },
    validate: (text) =>
      /^(RC\W*)?\d{0,12}$/i.test(text.trim())
        ? undefined
        : 'RC number must be the digits of the registration',
  },
  invoiceSellerAddress: {
    tab: 'payment',
    label: 'Company address',
    hint: 'Up to five lines.',
    counter: { limit: 300, from: 200 },
    rows: 3,
    validate: (text) =>
      tooLong(text.trim(), 300, 'Seller address') ??
      (text.split('\n').filter((line) => line.trim() !== '').length > MAX_ADDRESS_LINES
        ? 'Seller address must be one to five lines of text'
        : undefined),
  },
  invoiceSellerTin: {
    tab: 'payment',
    label: 'TIN',
    hint: 'Your tax identification number.',
    input: { placeholder: '12345678-0001' },
    validate: (text) =>
      TIN.test(text.replace(/\s+/g, ''))
        ? undefined
        : 'A TIN looks like 12345678-0001, or has 10 to 13 digits',
  },
  vatPercentage: {
    tab: 'payment',
    label: 'VAT in prices (%)',
    hint: 'Prices include it. 0 leaves VAT off invoices. Default: 7.5.',
    ...number(0, 100, 0.01, {
      low: 'VAT must be between 0 and 100 percent',
      invalid: 'VAT must be a number with two decimals at most',
    }),
    // Zero leaves VAT off; only empty text is the default.
    toValue: (text) => (text.trim() === '' ? null : Number(text.trim())),
  },
  correctionApprovalLimit: {
    tab: 'payment',
    label: 'Correction approval limit (₦)',
    hint: `What one member of staff moves alone in a day by corrections, reversals, charge-backs, goodwill and refunds; more needs a second admin. ${RAISING} Default: ₦100,000.`,
    ...wholeNumber(
      1_000_000_000,
      'Correction approval limit must be a whole number between 1 and 1,000,000,000',
    ),
  },
  fundingApprovalLimit: {
    tab: 'payment',
    label: 'Funding approval limit (₦)',
    hint: `What one member of staff moves alone in a day by all of that and by fundings; more needs a second admin. ${RAISING} Default: ₦50,000,000.`,
    ...wholeNumber(
      1_000_000_000,
      'Funding approval limit must be a whole number from 1 to 1,000,000,000',
    ),
  },
  soleAdminDelayHours: {
    tab: 'payment',
    label: 'Delay without a second admin (hours)',
    hint: 'Where nobody else can approve, a larger amount moves after this delay. You and the support address get an email with a link that stops it. Default: 24.',
    ...wholeNumber(144, 'The delay must be a whole number of hours between 1 and 144'),
  },
  smtpHost: {
    tab: 'email',
    label: 'SMTP host',
    input: { placeholder: 'smtp.example.com' },
    ...limited('SMTP host'),
  },
  smtpPort: {
    tab: 'email',
    label: 'SMTP port',
    input: { inputMode: 'numeric', placeholder: '587' },
    toValue: toNumber,
    validate: (text) =>
      isPortOrEmpty(text.trim()) ? undefined : 'SMTP port must be a number between 1 and 65535',
  },
  smtpUsername: {
    tab: 'email',
    label: 'SMTP username',
    input: { type: 'email', placeholder: 'mail@example.com' },
    validate: (text) =>
      tooLong(text.trim(), 255, 'SMTP username') ??
      (text.trim() === '' || EMAIL.test(text.trim())
        ? undefined
        : 'SMTP username must be a valid email address'),
  },
  smtpPassword: {
    tab: 'email',
    label: 'SMTP password',
    isSecret: true,
    // A password may begin or end with spaces.
    toValue: (text) => (text.trim() === '' ? null : text),
    validate: (text) => tooLong(text, 255, 'SMTP password'),
  },
  udpDatacenter: { tab: 'general', label: 'UDP for datacenter proxies' },
  udpResidential: { tab: 'general', label: 'UDP for residential proxies' },
  udpMobile: { tab: 'general', label: 'UDP for mobile proxies' },
};

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export const isText = (name: SettingName): name is TextSetting => 'validate' in SETTINGS[name];

/** A stored password is not kept for another mail account. */
export const MAIL_ACCOUNT: readonly SettingName[] = ['smtpHost', 'smtpPort', 'smtpUsername'];

const MASK_PREFIX = '••••';

/** Whether a secret is stored and unchanged. */
export const isMasked = (value: string): boolean => value.startsWith(MASK_PREFIX);

/** Every setting that cannot be saved, with the reason; empty when all can. */
export const validateSettings = (draft: Draft): Partial<Record<SettingName, string>> =>
  Object.fromEntries(
    SETTING_NAMES.filter(isText).flatMap((name) => {
      const error = SETTINGS[name].validate(draft[name]);
      return error === undefined ? [] : [[name, error]];
    }),
  );

export const toDraft = (settings: Settings): Draft =>
  Object.fromEntries(
    SETTING_NAMES.map((name) => [
      name,
      isText(name) ? String(settings[name] ?? '') : settings[name],
    ]),
  ) as Draft;

/** Only the given settings, so that values of others are not written back. */
export const toRequest = (
  draft: Draft,
  names: readonly SettingName[],
  version: number,
): SaveSettingsDto => ({
  ...Object.fromEntries(
    names.map((name) => [
      name,
      isText(name) ? (SETTINGS[name].toValue ?? toText)(draft[name]) : draft[name],
    ]),
  ),
  version,
});

/** Names of the settings whose draft differs from the saved value. */
export const changedSettings = (saved: Draft, draft: Draft): SettingName[] =>
  (Object.keys(saved) as SettingName[]).filter((name) => saved[name] !== draft[name]);

/** Values that still equal `from` become those of `to`; edited values stay. */
export function rebaseDraft(draft: Draft, from: Draft, to: Draft): Draft {
  const changed = changedSettings(from, draft).map((name) => [name, draft[name]]);
  return { ...to, ...Object.fromEntries(changed) } as Draft;
}
