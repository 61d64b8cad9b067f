import { LIMITS, type Draft, type SettingsErrors } from './settings';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const tooLong = (text: string, limit: number, name: string): string | undefined =>
  text.length > limit ? `${name} must not exceed ${limit} characters` : undefined;

interface Bounds {
  low: [min: number, message: string];
  high: [max: number, message: string];
  decimals?: number;
  odd: string;
}

/** Empty, and zero where it means nothing, goes back to the default and is never wrong. */
function figure(text: string, { low, high, odd, decimals = 0 }: Bounds): string | undefined {
  if (text.trim() === '') return undefined;
  const value = Number(text.trim());
  if (!Number.isFinite(value)) return odd;
  if (value === 0) return undefined;
  if (value < low[0]) return low[1];
  if (value > high[0]) return high[1];
  const shift = 10 ** decimals;
  return Math.abs(value * shift - Math.round(value * shift)) > 1e-6 ? odd : undefined;
}

const MARKUP = 'Markup percentage must be between 0 and 100';
const SMTP_PORT = 'SMTP port must be a number between 1 and 65535';

function smtpPort(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const port = Number(trimmed);
  return /^\d+$/.test(trimmed) && port >= 1 && port <= 65_535 ? undefined : SMTP_PORT;
}

function smtpUsername(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return (
    tooLong(trimmed, LIMITS.other, 'SMTP username') ??
    (EMAIL.test(trimmed) ? undefined : 'SMTP username must be a valid email address')
  );
}

/** Every setting that cannot be saved, with the reason; empty when all can. */
export function validateSettings(draft: Draft): SettingsErrors {
  const found: SettingsErrors = {
    siteName: tooLong(draft.siteName.trim(), LIMITS.siteName, 'Site name'),
    siteDescription: tooLong(
      draft.siteDescription.trim(),
      LIMITS.siteDescription,
      'Site description',
    ),
    korapayPublicKey: tooLong(draft.korapayPublicKey.trim(), LIMITS.other, 'Korapay public key'),
    korapaySecretKey: tooLong(draft.korapaySecretKey.trim(), LIMITS.other, 'Korapay secret key'),
    minimumTopup: figure(draft.minimumTopup, {
      low: [100, 'Minimum topup must be at least ₦100'],
      high: [1_000_000, 'Minimum topup must not exceed ₦1,000,000'],
      odd: 'Minimum topup must be a whole number',
    }),
    exchangeRate: figure(draft.exchangeRate, {
      low: [1, 'Exchange rate must be at least 1'],
      high: [10_000, 'Exchange rate must not exceed 10,000'],
      decimals: 2,
      odd: 'Exchange rate must be a number with two decimals at most',
    }),
    markupPercentage: figure(draft.markupPercentage, {
      low: [0, MARKUP],
      high: [100, MARKUP],
      decimals: 2,
      odd: 'Markup percentage must be a number with two decimals at most',
    }),
    smtpHost: tooLong(draft.smtpHost.trim(), LIMITS.other, 'SMTP host'),
    smtpPort: smtpPort(draft.smtpPort),
    smtpUsername: smtpUsername(draft.smtpUsername),
    smtpPassword: tooLong(draft.smtpPassword, LIMITS.other, 'SMTP password'),
  };
  return Object.fromEntries(
    Object.entries(found).filter(([, message]) => message !== undefined),
  ) as SettingsErrors;
}
