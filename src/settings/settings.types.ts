/** What the platform runs by right now: stored settings over environment over defaults. */
export interface PlatformSettings {
  readonly siteName: string;
  readonly siteDescription: string;
  readonly korapayEnabled: boolean;
  /** Whether customers can ask for an account number of their own that tops up their wallet. */
  readonly nairaAccountsEnabled: boolean;
  /** Ways to pay that the checkout offers; with none of them, all that the provider has enabled for the shop. */
  readonly cardChannel: boolean;
  readonly bankTransferChannel: boolean;
  readonly payWithBankChannel: boolean;
  readonly mobileMoneyChannel: boolean;
  readonly korapayPublicKey: string | null;
  readonly korapaySecretKey: string | null;
  /** The key before the last change, still good for webhooks for 72 hours. */
  readonly previousKorapaySecretKey: string | null;
  /** Whole naira, 100 to 1,000,000. */
  readonly minimumTopup: number;
  /** Naira for a US dollar, two decimals at most. */
  readonly exchangeRate: number;
  readonly markupEnabled: boolean;
  /** Percent, 0 to 100. */
  readonly markupPercentage: number;
  /** Whether customers are rewarded for inviting others. */
  readonly referralsEnabled: boolean;
  /** What they get: whole percent of the invited customer's first sufficient top-up, 1 to 50. */
  readonly referralPercentage: number;
  /** Most for one invited customer, whole naira. */
  readonly referralMaximum: number;
  /** Smallest top-up that counts, whole naira. */
  readonly referralMinimumTopup: number;
  /** The shop as invoices name it; the site name unless staff set another. */
  readonly invoiceSellerName: string;
  /** Lines separated by `\n`; empty when there is none. */
  readonly invoiceSellerAddress: string;
  /** Tax identification number on invoices. */
  readonly invoiceSellerTin: string | null;
  /** Percent that prices include, 0 to 100 with two decimals at most; 0 leaves VAT off invoices. */
  readonly vatPercentage: number;
  /** Whole naira that a member of staff moves alone in a day by anything but fundings; more needs another admin. */
  readonly correctionApprovalLimit: number;
  /** Whole naira that a member of staff moves alone in a day with fundings and everything else; more needs another admin. */
  readonly fundingApprovalLimit: number;
  readonly smtpHost: string | null;
  readonly smtpPort: number;
  readonly smtpUsername: string | null;
  readonly smtpPassword: string | null;
  /** Whether staff without a second factor can only set it up. */
  readonly staffTwoFactorRequired: boolean;
  /** Whether customers' allowed addresses stand in for a password; the gateways read it in the view of these addresses. */
  readonly addressAccessEnabled: boolean;
  /** Whether SOCKS5 relays datagrams for proxies of the kind; gateways read it from the view `gateway_udp_kind`. */
  readonly udpDatacenter: boolean;
  readonly udpResidential: boolean;
  readonly udpMobile: boolean;
}

export type SettingKey = Exclude<keyof PlatformSettings, 'previousKorapaySecretKey'>;

/** Ways to pay a top-up at the checkout, by the names of the API, in the order they are shown. */
export const TOPUP_CHANNELS = ['card', 'bank_transfer', 'pay_with_bank', 'mobile_money'] as const;
export type TopupChannel = (typeof TOPUP_CHANNELS)[number];

const CHANNEL_SETTINGS = {
  card: 'cardChannel',
  bank_transfer: 'bankTransferChannel',
  pay_with_bank: 'payWithBankChannel',
  mobile_money: 'mobileMoneyChannel',
} as const satisfies Record<TopupChannel, keyof PlatformSettings>;

/** The ways to pay that staff chose; none leaves the choice to the provider. */
export const toTopupChannels = (settings: PlatformSettings): TopupChannel[] =>
  TOPUP_CHANNELS.filter((channel) => settings[CHANNEL_SETTINGS[channel]]);

/** Largest single top-up, whole naira. */
export const MAXIMUM_TOPUP = 1_000_000;

/** Largest single funding by staff, whole naira. */
export const MAXIMUM_FUNDING = 1_000_000_000;

export const SETTING_DEFAULTS = {
  siteName: 'NairaProxy',
  siteDescription:
    'Datacenter, residential and mobile proxies for Nigeria, paid in naira from a prepaid wallet.',
  korapayEnabled: true,
  minimumTopup: 1000,
  exchangeRate: 1600,
  markupEnabled: false,
  markupPercentage: 0,
  referralPercentage: 10,
  referralMaximum: 5000,
  referralMinimumTopup: 1000,
  invoiceSellerAddress: '',
  vatPercentage: 7.5,
  correctionApprovalLimit: 100_000,
  fundingApprovalLimit: 50_000_000,
  smtpPort: 587,
  staffTwoFactorRequired: false,
  addressAccessEnabled: true,
  udpDatacenter: false,
  udpResidential: false,
  udpMobile: false,
} as const;

const SETTING_KEYS = [
  'siteName',
  'siteDescription',
  'korapayEnabled',
  'nairaAccountsEnabled',
  'cardChannel',
  'bankTransferChannel',
  'payWithBankChannel',
  'mobileMoneyChannel',
  'korapayPublicKey',
  'korapaySecretKey',
  'minimumTopup',
  'exchangeRate',
  'markupEnabled',
  'markupPercentage',
  'referralsEnabled',
  'referralPercentage',
  'referralMaximum',
  'referralMinimumTopup',
  'invoiceSellerName',
  'invoiceSellerAddress',
  'invoiceSellerTin',
  'vatPercentage',
  'correctionApprovalLimit',
  'fundingApprovalLimit',
  'smtpHost',
  'smtpPort',
  'smtpUsername',
  'smtpPassword',
  'staffTwoFactorRequired',
  'addressAccessEnabled',
  'udpDatacenter',
  'udpResidential',
  'udpMobile',
] as const satisfies SettingKey[];

export const isSettingKey = (key: string): key is SettingKey =>
  (SETTING_KEYS as readonly string[]).includes(key);

export const SECRET_SETTINGS = ['korapaySecretKey', 'smtpPassword'] as const satisfies SettingKey[];

/** What to change. Left out: stays. Null: back to the default. A masked secret: stays. */
export type SettingChanges = { readonly [K in SettingKey]?: PlatformSettings[K] | null };

export interface SavedSettings {
  /** Null until settings are saved for the first time. */
  readonly lastUpdated: Date | null;
  /** Grows with every change; 0 before the first. */
  readonly version: number;
}

/** Settings fit to be shown: secrets are masked. */
export interface ReadableSettings extends SavedSettings {
  readonly settings: Omit<PlatformSettings, 'previousKorapaySecretKey'>;
}
