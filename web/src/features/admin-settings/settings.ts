import type { adminGetSettings } from '@/api/generated/admin-settings';
import type { SaveSettingsDto } from '@/api/generated/api.schemas';

export type Settings = Awaited<ReturnType<typeof adminGetSettings>>['data']['settings'];

export const TABS = ['general', 'payment', 'email'] as const;
export type SettingsTab = (typeof TABS)[number];

/** The values of the form: numbers stay text until they are sent. */
export interface Draft {
  siteName: string;
  siteDescription: string;
  korapayEnabled: boolean;
  nairaAccountsEnabled: boolean;
  cardChannel: boolean;
  bankTransferChannel: boolean;
  payWithBankChannel: boolean;
  mobileMoneyChannel: boolean;
  korapayPublicKey: string;
  korapaySecretKey: string;
  minimumTopup: string;
  exchangeRate: string;
  markupEnabled: boolean;
  markupPercentage: string;
  referralsEnabled: boolean;
  referralPercentage: string;
  referralMaximum: string;
  referralMinimumTopup: string;
  invoiceSellerName: string;
  invoiceSellerAddress: string;
  invoiceSellerTin: string;
  vatPercentage: string;
  correctionApprovalLimit: string;
  fundingApprovalLimit: string;
  addressAccessEnabled: boolean;
  smtpHost: string;
  smtpPort: string;
  smtpUsername: string;
  smtpPassword: string;
  udpDatacenter: boolean;
  udpResidential: boolean;
  udpMobile: boolean;
}

export type SettingName = keyof Draft;
export type SettingsErrors = Partial<Record<SettingName, string>>;
export type SwitchSetting = {
  [K in SettingName]: Draft[K] extends boolean ? K : never;
}[SettingName];
export type TextSetting = { [K in SettingName]: Draft[K] extends string ? K : never }[SettingName];

export const SETTING_TAB: Record<SettingName, SettingsTab> = {
  siteName: 'general',
  siteDescription: 'general',
  addressAccessEnabled: 'general',
  korapayEnabled: 'payment',
  nairaAccountsEnabled: 'payment',
  cardChannel: 'payment',
  bankTransferChannel: 'payment',
  payWithBankChannel: 'payment',
  mobileMoneyChannel: 'payment',
  korapayPublicKey: 'payment',
  korapaySecretKey: 'payment',
  minimumTopup: 'payment',
  exchangeRate: 'payment',
  markupEnabled: 'payment',
  markupPercentage: 'payment',
  referralsEnabled: 'payment',
  referralPercentage: 'payment',
  referralMaximum: 'payment',
  referralMinimumTopup: 'payment',
  invoiceSellerName: 'payment',
  invoiceSellerAddress: 'payment',
  invoiceSellerTin: 'payment',
  vatPercentage: 'payment',
  correctionApprovalLimit: 'payment',
  fundingApprovalLimit: 'payment',
  smtpHost: 'email',
  smtpPort: 'email',
  smtpUsername: 'email',
  smtpPassword: 'email',
  udpDatacenter: 'general',
  udpResidential: 'general',
  udpMobile: 'general',
};

export const SETTING_LABEL: Record<SettingName, string> = {
  siteName: 'Site name',
  siteDescription: 'Site description',
  addressAccessEnabled: 'Access by address',
  korapayEnabled: 'Korapay payments',
  nairaAccountsEnabled: 'Naira accounts',
  cardChannel: 'Card',
  bankTransferChannel: 'Bank transfer',
  payWithBankChannel: 'Pay with bank',
  mobileMoneyChannel: 'Mobile money',
  korapayPublicKey: 'Korapay public key',
  korapaySecretKey: 'Korapay secret key',
  minimumTopup: 'Minimum topup (₦)',
  exchangeRate: 'Exchange rate (₦ per $)',
  markupEnabled: 'Price markup',
  markupPercentage: 'Markup percentage (%)',
  referralsEnabled: 'Rewards for invitations',
  referralPercentage: 'Referral percentage (%)',
  referralMaximum: 'Referral maximum (₦)',
  referralMinimumTopup: 'Smallest referral top-up (₦)',
  invoiceSellerName: 'Seller on invoices',
  invoiceSellerAddress: 'Address on invoices',
  invoiceSellerTin: 'TIN on invoices',
  vatPercentage: 'VAT in prices (%)',
  correctionApprovalLimit: 'Correction approval limit (₦)',
  fundingApprovalLimit: 'Funding approval limit (₦)',
  smtpHost: 'SMTP host',
  smtpPort: 'SMTP port',
  smtpUsername: 'SMTP username',
  smtpPassword: 'SMTP password',
  udpDatacenter: 'UDP for datacenter proxies',
  udpResidential: 'UDP for residential proxies',
  udpMobile: 'UDP for mobile proxies',
};

export const SETTING_NAMES = Object.keys(SETTING_TAB) as SettingName[];

/** A stored password is not kept for another mail account. */
export const MAIL_ACCOUNT: readonly SettingName[] = ['smtpHost', 'smtpPort', 'smtpUsername'];

const MASK_PREFIX = '••••';

/** Whether a secret is stored and unchanged. */
export const isMasked = (value: string): boolean => value.startsWith(MASK_PREFIX);

export const LIMITS = {
  siteName: 255,
  siteDescription: 500,
  sellerName: 120,
  sellerAddress: 300,
  other: 255,
} as const;

export const toDraft = (settings: Settings): Draft => ({
  siteName: settings.siteName,
  siteDescription: settings.siteDescription,
  korapayEnabled: settings.korapayEnabled,
  nairaAccountsEnabled: settings.nairaAccountsEnabled,
  cardChannel: settings.cardChannel,
  bankTransferChannel: settings.bankTransferChannel,
  payWithBankChannel: settings.payWithBankChannel,
  mobileMoneyChannel: settings.mobileMoneyChannel,
  korapayPublicKey: settings.korapayPublicKey ?? '',
  korapaySecretKey: settings.korapaySecretKey ?? '',
  minimumTopup: String(settings.minimumTopup),
  exchangeRate: String(settings.exchangeRate),
  markupEnabled: settings.markupEnabled,
  markupPercentage: String(settings.markupPercentage),
  referralsEnabled: settings.referralsEnabled,
  referralPercentage: String(settings.referralPercentage),
  referralMaximum: String(settings.referralMaximum),
  referralMinimumTopup: String(settings.referralMinimumTopup),
  invoiceSellerName: settings.invoiceSellerName,
  invoiceSellerAddress: settings.invoiceSellerAddress,
  invoiceSellerTin: settings.invoiceSellerTin ?? '',
  vatPercentage: String(settings.vatPercentage),
  correctionApprovalLimit: String(settings.correctionApprovalLimit),
  fundingApprovalLimit: String(settings.fundingApprovalLimit),
  addressAccessEnabled: settings.addressAccessEnabled,
  smtpHost: settings.smtpHost ?? '',
  smtpPort: String(settings.smtpPort),
  smtpUsername: settings.smtpUsername ?? '',
  smtpPassword: settings.smtpPassword ?? '',
  udpDatacenter: settings.udpDatacenter,
  udpResidential: settings.udpResidential,
  udpMobile: settings.udpMobile,
});

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const numberOrNull = (text: string): number | null => Number(text.trim()) || null;

/** Empty values and meaningless zeros are sent as null: the server then uses its default. */
const toValues = (draft: Draft): Required<Omit<SaveSettingsDto, 'version'>> => ({
  siteName: textOrNull(draft.siteName),
  siteDescription: textOrNull(draft.siteDescription),
  korapayEnabled: draft.korapayEnabled,
  nairaAccountsEnabled: draft.nairaAccountsEnabled,
  cardChannel: draft.cardChannel,
  bankTransferChannel: draft.bankTransferChannel,
  payWithBankChannel: draft.payWithBankChannel,
  mobileMoneyChannel: draft.mobileMoneyChannel,
  korapayPublicKey: textOrNull(draft.korapayPublicKey),
  korapaySecretKey: textOrNull(draft.korapaySecretKey),
  minimumTopup: numberOrNull(draft.minimumTopup),
  exchangeRate: numberOrNull(draft.exchangeRate),
  markupEnabled: draft.markupEnabled,
  markupPercentage: numberOrNull(draft.markupPercentage),
  referralsEnabled: draft.referralsEnabled,
  referralPercentage: numberOrNull(draft.referralPercentage),
  referralMaximum: numberOrNull(draft.referralMaximum),
  referralMinimumTopup: numberOrNull(draft.referralMinimumTopup),
  invoiceSellerName: textOrNull(draft.invoiceSellerName),
  invoiceSellerAddress: textOrNull(draft.invoiceSellerAddress),
  invoiceSellerTin: textOrNull(draft.invoiceSellerTin),
  // Zero leaves VAT off; only empty text is the default.
  vatPercentage: draft.vatPercentage.trim() === '' ? null : Number(draft.vatPercentage.trim()),
  correctionApprovalLimit: numberOrNull(draft.correctionApprovalLimit),
  fundingApprovalLimit: numberOrNull(draft.fundingApprovalLimit),
  addressAccessEnabled: draft.addressAccessEnabled,
  smtpHost: textOrNull(draft.smtpHost),
  smtpPort: numberOrNull(draft.smtpPort),
  smtpUsername: textOrNull(draft.smtpUsername),
  smtpPassword: draft.smtpPassword.trim() === '' ? null : draft.smtpPassword,
  udpDatacenter: draft.udpDatacenter,
  udpResidential: draft.udpResidential,
  udpMobile: draft.udpMobile,
});

/** Only the given settings, so that values of others are not written back. */
export function toRequest(
  draft: Draft,
  names: readonly SettingName[],
  version: number,
): SaveSettingsDto {
  const values = toValues(draft);
  return { ...Object.fromEntries(names.map((name) => [name, values[name]])), version };
}

/** Names of the settings whose draft differs from the saved value. */
export const changedSettings = (saved: Draft, draft: Draft): SettingName[] =>
  (Object.keys(saved) as SettingName[]).filter((name) => saved[name] !== draft[name]);

/** Values that still equal `from` become those of `to`; edited values stay. */
export function rebaseDraft(draft: Draft, from: Draft, to: Draft): Draft {
  const changed = changedSettings(from, draft).map((name) => [name, draft[name]]);
  return { ...to, ...Object.fromEntries(changed) } as Draft;
}
