import type { FormRule } from 'antd';
import { LIMITS, type Draft, type SettingsErrors, type TextSetting } from './settings';

export const FORM_NAME = 'setting';

/** The id that antd gives an input of the form. */
const settingInputId = (name: TextSetting): string => `${FORM_NAME}_${name}`;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const tooLong = (text: string, limit: number, name: string): string | undefined =>
  text.length > limit ? `${name} must not exceed ${limit} characters` : undefined;

interface Bounds {
  low: [min: number, message: string];
  high: [max: number, message: string];
  decimals?: number;
  invalid: string;
}

/** Empty text and a meaningless zero restore the default and are always valid. */
function numberError(
  text: string,
  { low, high, invalid, decimals = 0 }: Bounds,
): string | undefined {
  if (text.trim() === '') return undefined;
  const value = Number(text.trim());
  if (!Number.isFinite(value)) return invalid;
  if (value === 0) return undefined;
  if (value < low[0]) return low[1];
  if (value > high[0]) return high[1];
  const shift = 10 ** decimals;
  return Math.abs(value * shift - Math.round(value * shift)) > 1e-6 ? invalid : undefined;
}

/** From 1. @param invalid says whatever is wrong. */
const wholeNumberError = (text: string, high: number, invalid: string): string | undefined =>
  numberError(text, { low: [1, invalid], high: [high, invalid], invalid });

const VAT = 'VAT must be between 0 and 100 percent';
/** Also empty. */
const TIN = /^(\d{8}-\d{4}|\d{10,13})?$/;
const MAX_ADDRESS_LINES = 5;
const MARKUP = 'Markup percentage must be between 0 and 100';
const REFERRAL_PERCENTAGE = 'Referral percentage must be a whole number between 1 and 50';
const REFERRAL_MAXIMUM = 'Referral maximum must be a whole number between 1 and 1,000,000';
const REFERRAL_MINIMUM = 'Smallest referral top-up must be a whole number between 1 and 1,000,000';
const CORRECTION_LIMIT =
  'Correction approval limit must be a whole number between 1 and 1,000,000,000';
const FUNDING_LIMIT = 'Funding approval limit must be a whole number from 1 to 1,000,000,000';
const SMTP_PORT = 'SMTP port must be a number between 1 and 65535';

function smtpPortError(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const port = Number(trimmed);
  return /^\d+$/.test(trimmed) && port >= 1 && port <= 65_535 ? undefined : SMTP_PORT;
}

function smtpUsernameError(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return (
    tooLong(trimmed, LIMITS.other, 'SMTP username') ??
    (EMAIL.test(trimmed) ? undefined : 'SMTP username must be a valid email address')
  );
}

function sellerAddressError(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (
    tooLong(text.trim(), LIMITS.sellerAddress, 'Seller address') ??
    (lines.length > MAX_ADDRESS_LINES
      ? 'Seller address must be one to five lines of text'
      : undefined)
  );
}

const VALIDATORS: Record<TextSetting, (text: string) => string | undefined> = {
  siteName: (text) => tooLong(text.trim(), LIMITS.siteName, 'Site name'),
  siteDescription: (text) => tooLong(text.trim(), LIMITS.siteDescription, 'Site description'),
  korapayPublicKey: (text) => tooLong(text.trim(), LIMITS.other, 'Korapay public key'),
  korapaySecretKey: (text) => tooLong(text.trim(), LIMITS.other, 'Korapay secret key'),
  minimumTopup: (text) =>
    numberError(text, {
      low: [100, 'Minimum topup must be at least ₦100'],
      high: [1_000_000, 'Minimum topup must not exceed ₦1,000,000'],
      invalid: 'Minimum topup must be a whole number',
    }),
  exchangeRate: (text) =>
    numberError(text, {
      low: [1, 'Exchange rate must be at least 1'],
      high: [10_000, 'Exchange rate must not exceed 10,000'],
      decimals: 2,
      invalid: 'Exchange rate must be a number with two decimals at most',
    }),
  markupPercentage: (text) =>
    numberError(text, {
      low: [0, MARKUP],
      high: [100, MARKUP],
      decimals: 2,
      invalid: 'Markup percentage must be a number with two decimals at most',
    }),
  referralPercentage: (text) => wholeNumberError(text, 50, REFERRAL_PERCENTAGE),
  referralMaximum: (text) => wholeNumberError(text, 1_000_000, REFERRAL_MAXIMUM),
  referralMinimumTopup: (text) => wholeNumberError(text, 1_000_000, REFERRAL_MINIMUM),
  invoiceSellerName: (text) => tooLong(text.trim(), LIMITS.sellerName, 'Seller name'),
  invoiceSellerAddress: sellerAddressError,
  invoiceSellerTin: (text) =>
    TIN.test(text.replace(/\s+/g, ''))
      ? undefined
      : 'A TIN looks like 12345678-0001, or has 10 to 13 digits',
  vatPercentage: (text) =>
    numberError(text, {
      low: [0, VAT],
      high: [100, VAT],
      decimals: 2,
      invalid: 'VAT must be a number with two decimals at most',
    }),
  correctionApprovalLimit: (text) => wholeNumberError(text, 1_000_000_000, CORRECTION_LIMIT),
  fundingApprovalLimit: (text) => wholeNumberError(text, 1_000_000_000, FUNDING_LIMIT),
  smtpHost: (text) => tooLong(text.trim(), LIMITS.other, 'SMTP host'),
  smtpPort: smtpPortError,
  smtpUsername: smtpUsernameError,
  smtpPassword: (text) => tooLong(text, LIMITS.other, 'SMTP password'),
};

const TEXT_SETTINGS = Object.keys(VALIDATORS) as TextSetting[];

/** Every setting that cannot be saved, with the reason; empty when all can. */
export const validateSettings = (draft: Draft): SettingsErrors =>
  Object.fromEntries(
    TEXT_SETTINGS.flatMap((name) => {
      const error = VALIDATORS[name](draft[name]);
      return error === undefined ? [] : [[name, error]];
    }),
  );

/** The rule of a setting's input. A number input reports invalid text as empty text. */
export const settingRule = (name: TextSetting): FormRule => ({
  validator: async (_, text: string) => {
    const input = document.getElementById(settingInputId(name));
    const error =
      input instanceof HTMLInputElement && input.validity.badInput
        ? 'Please enter a number'
        : VALIDATORS[name](text);
    if (error !== undefined) throw new Error(error);
  },
});
