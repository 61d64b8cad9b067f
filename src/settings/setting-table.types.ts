import { Matches } from 'class-validator';
import {
  ADDRESS,
  ADDRESS_MAX,
  INVALID_TIN,
  NIGERIAN_TIN,
  normalizeLines,
  normalizeTin,
} from '../common/http/fields';
import { SECRET_MASK } from '../common/crypto/secrets';
import type { AppConfig } from '../config/app-config';
import { MAINTENANCE_SETTINGS } from './maintenance.types';
import { domainsOrNull, flag, number, optionalText, plainOrNull, text } from './setting-definition';

/** Largest single funding by staff, whole naira. */
export const MAXIMUM_FUNDING = 1_000_000_000;

const SITE_NAME = 'NairaProxy';

/** For what costs money or has to be enabled by the provider first: on in the simulator only, until staff want it. */
const inSandbox = ({ sandbox }: AppConfig): boolean => sandbox;

/** All settings, in the order of the API. */
export const SETTINGS = {
  siteName: text({
    label: 'Site name',
    default: SITE_NAME,
    max: 255,
    name: true,
    request: ['Up to 255 characters.', SITE_NAME],
    response: [undefined, SITE_NAME],
  }),
  siteDescription: text({
    label: 'Site description',
    default:
      'Datacenter, residential and mobile proxies for Nigeria, paid in naira from a prepaid wallet.',
    max: 500,
    request: ['Up to 500 characters.'],
  }),
  supportReplyTime: text({
    label: 'Support reply time',
    default: 'within one working day',
    max: 60,
    name: true,
    request: [
      'When a person of support replies, as the end of “We reply …”, up to 60 characters; null is the default.',
      'within one working day',
    ],
    response: ['When a person of support replies, as the end of a sentence.'],
  }),
  blockedEmailDomains: text({
    label: 'Blocked email domains',
    default: '',
    max: 5000,
    normalize: domainsOrNull,
    pattern: [
      /^([a-z0-9-]+(\.[a-z0-9-]+)+( |$))+$/,
      'Blocked email domains must be domains such as mailinator.com',
    ],
    request: ['Separated by spaces, with the domains below them; null is none.', 'mailinator.com'],
    response: ['Nobody can sign up with an address at these or change to one.', 'mailinator.com'],
  }),
  korapayEnabled: flag({ default: true, request: ['Whether top-ups by card are offered.'] }),
  nairaAccountsEnabled: flag({
    default: inSandbox,
    request: [
      'Whether customers can have an account number of their own for bank transfers. The provider has to enable it for the shop.',
    ],
    response: [
      'Whether customers can have an account number of their own for bank transfers.',
      false,
    ],
  }),
  cardChannel: flag({
    default: inSandbox,
    request: [
      'Whether the checkout offers cards. With no way to pay switched on it offers all that the provider has enabled.',
    ],
    response: [
      'Ways to pay that the checkout offers; with none of them, all that the provider has enabled.',
      true,
    ],
  }),
  bankTransferChannel: flag({
    default: inSandbox,
    request: ['Whether the checkout offers bank transfers.'],
    response: [undefined, true],
  }),
  payWithBankChannel: flag({
    default: inSandbox,
    request: ["Whether the checkout offers payment through the customer's bank."],
    response: [undefined, true],
  }),
  mobileMoneyChannel: flag({
    default: false,
    request: ['Whether the checkout offers mobile money.'],
    response: [undefined, false],
  }),
  korapayPublicKey: optionalText({
    label: 'Korapay public key',
    default: ({ korapay }) => korapay.publicKey ?? null,
    max: 255,
    request: ['Up to 255 characters.'],
  }),
  korapaySecretKey: optionalText({
    label: 'Korapay secret key',
    default: ({ korapay }) => korapay.secretKey ?? null,
    secret: true,
    max: 255,
    request: [
      'Up to 255 characters; returned masked. The previous key remains valid for webhooks for 72 hours.',
    ],
    response: [undefined, SECRET_MASK],
  }),
  minimumTopup: number({
    label: 'Minimum topup',
    default: 1000,
    money: true,
    min: 100,
    max: 1_000_000,
    tooLow: 'Minimum topup must be at least ₦100',
    tooHigh: 'Minimum topup must not exceed ₦1,000,000',
    request: ['Whole naira, 100 to 1,000,000; 0 and null are 1,000.', 1000],
    response: ['Whole naira.', 1000],
  }),
  exchangeRate: number({
    label: 'Exchange rate',
    default: 1600,
    money: true,
    min: 1,
    max: 10_000,
    decimals: true,
    tooLow: 'Exchange rate must be at least 1',
    tooHigh: 'Exchange rate must not exceed 10,000',
    request: [
      'Naira for a US dollar, 1 to 10,000 with two decimals at most; 0 and null are 1,600.',
      1600,
    ],
    response: ['Naira for a US dollar.', 1600],
  }),
  markupEnabled: flag({ default: false, request: ['Whether the markup is added to prices.'] }),
  markupPercentage: number({
    label: 'Markup percentage',
    default: 0,
    min: 0,
    max: 100,
    decimals: true,
    request: ['Percent, 0 to 100 with two decimals at most.', 12.5],
    response: ['Percent.', 0],
  }),
  referralsEnabled: flag({
    default: inSandbox,
    request: ['Whether customers are rewarded for inviting others.'],
    response: ['Whether customers are rewarded for inviting others.', true],
  }),
  referralPercentage: number({
    label: 'Referral percentage',
    default: 10,
    min: 1,
    max: 50,
    request: [
      "Percent of the invited customer's first sufficient top-up, 1 to 50; 0 and null are 10.",
      10,
    ],
    response: [
      "Percent of an invited customer's first sufficient top-up that their referrer gets.",
      10,
    ],
  }),
  referralMaximum: number({
    label: 'Referral maximum',
    default: 5000,
    min: 1,
    max: 1_000_000,
    request: [
      'Most for one invited customer, whole naira, 1 to 1,000,000; 0 and null are 5,000.',
      5000,
    ],
    response: ['Most for one invited customer, whole naira.', 5000],
  }),
  referralMinimumTopup: number({
    label: 'Smallest referral top-up',
    default: 1000,
    min: 1,
    max: 1_000_000,
    request: [
      'Smallest top-up that counts, whole naira, 1 to 1,000,000; 0 and null are 1,000.',
      1000,
    ],
    response: ['Smallest top-up that counts, whole naira.', 1000],
  }),
  trialMegabytes: number({
    label: 'Free trial',
    default: 0,
    min: 0,
    max: 1000,
    zero: true,
    request: [
      'Residential traffic that each person can have once free of charge, MB of 2^20 bytes, 0 to 1,000; 0 and null are no trial.',
      100,
    ],
    response: [
      'Residential traffic that each person can have once free of charge, MB of 2^20 bytes; 0 is no trial.',
      100,
    ],
  }),
  refundWindowDays: number({
    label: 'Refund window',
    default: 0,
    min: 0,
    max: 30,
    zero: true,
    request: [
      'Days after a payment in which customers can refund what is unused themselves, 0 to 30; 0 and null are never.',
      3,
    ],
    response: [
      'Days after a payment in which customers can refund what is unused themselves; 0 is never.',
      3,
    ],
  }),
  refundMaximumUsedPercent: number({
    label: 'Most used for a refund',
    default: 20,
    min: 0,
    max: 100,
    zero: true,
    request: [
      'Most that may be used of the traffic, or of the time of a datacenter proxy, for such a refund, percent, 0 to 100; null is 20.',
      20,
    ],
    response: ['Most that may be used for such a refund, percent.', 20],
  }),
  invoiceSellerName: text({
    label: 'Seller name',
    default: (_, { siteName }) => siteName,
    max: 120,
    name: true,
    request: [
      'The company, in the footer of the site and on invoices, up to 120 characters; null is the site name.',
      'NairaProxy Ltd',
    ],
    response: ['The company, in the footer of the site and on invoices.', SITE_NAME],
  }),
  rcNumber: optionalText({
    label: 'RC number',
    default: null,
    normalize: (params) => {
      const value = plainOrNull(params);
      return typeof value === 'string' ? value.replace(/^RC\W*/i, '') || null : value;
    },
    pattern: [/^\d{1,12}$/, 'RC number must be the digits of the registration'],
    request: ['Registration number of the company, digits; null leaves it out.', '1234567'],
    response: ['Registration number of the company.', '1234567'],
  }),
  invoiceSellerAddress: text({
    label: 'Seller address',
    default: '',
    max: ADDRESS_MAX,
    normalize: (params) => normalizeLines(params) || null,
    rules: [Matches(ADDRESS, { message: 'Seller address must be one to five lines of text' })],
    request: [
      'One to five lines separated by line feeds, up to 300 characters; null leaves it out.',
      '12 Broad Street',
    ],
    response: ['Lines separated by line feeds; empty when there is none.'],
  }),
  invoiceSellerTin: optionalText({
    label: 'TIN',
    default: null,
    normalize: normalizeTin,
    rules: [Matches(NIGERIAN_TIN, INVALID_TIN)],
    request: ['Tax identification number on invoices; null leaves it out.', '12345678-0001'],
    response: ['Tax identification number.', '12345678-0001'],
  }),
  vatPercentage: number({
    label: 'VAT',
    default: 7.5,
    min: 0,
    max: 100,
    decimals: true,
    range: 'VAT must be between 0 and 100 percent',
    zero: true,
    request: [
      'Percent of VAT that prices include, 0 to 100 with two decimals at most; null is 7.5, 0 leaves VAT off invoices.',
      7.5,
    ],
    response: ['Percent of VAT that prices include; 0 leaves VAT off invoices.', 7.5],
  }),
  correctionApprovalLimit: number({
    label: 'Correction approval limit',
    default: 100_000,
    money: true,
    min: 1,
    max: 1_000_000_000,
    request: ['Whole naira, 1 to 1,000,000,000; 0 and null are 100,000.', 100_000],
    response: [
      'Whole naira that a member of staff moves alone in a day by corrections, reversals, charge-backs, goodwill and refunds;\n' +
        'what exceeds it needs the approval of another admin.',
      100_000,
    ],
  }),
  fundingApprovalLimit: number({
    label: 'Funding approval limit',
    default: 50_000_000,
    money: true,
    min: 1,
    max: MAXIMUM_FUNDING,
    range: 'Funding approval limit must be a whole number from 1 to 1,000,000,000',
    request: [
      'Whole naira, 1 to 1,000,000,000; 0 and null are 1,000,000,000, the largest funding.',
      500_000,
    ],
    response: [
      'Whole naira that a member of staff moves alone in a day by all of that and by fundings.',
      50_000_000,
    ],
  }),
  soleAdminDelayHours: number({
    label: 'Delay without a second admin',
    default: 24,
    min: 1,
    max: 144,
    request: ['Hours, 1 to 144; 0 and null are 24.', 24],
    response: [
      'Hours after which a proposal to move money is carried out, unless it is stopped, where there is no second admin.',
      24,
    ],
  }),
  /** The gateways read it in the view of the allowed addresses. */
  addressAccessEnabled: flag({
    default: true,
    request: [
      'Whether customers may use their proxies without a password from the addresses that they allow.',
    ],
    response: [
      'Whether proxies can be used without a password from addresses that their owners allow.',
      true,
    ],
  }),
  smtpHost: optionalText({
    label: 'SMTP host',
    default: ({ smtp }) => smtp.host ?? null,
    max: 255,
    normalize: plainOrNull,
    pattern: [/^[\w.:-]*$/, 'SMTP host must be a host name or an address'],
    request: ['Up to 255 characters.', 'smtp.example.com'],
  }),
  smtpPort: number({
    label: 'SMTP port',
    default: ({ smtp }) => smtp.port,
    min: 1,
    max: 65_535,
    range: 'SMTP port must be a number between 1 and 65535',
    zero: true,
    request: ['1 to 65535.', 587],
    response: [undefined, 587],
  }),
  smtpUsername: optionalText({
    label: 'SMTP username',
    default: ({ smtp }) => smtp.username ?? null,
    max: 255,
    normalize: plainOrNull,
    email: 'SMTP username must be a valid email address',
    request: ['An email address of up to 255 characters.', 'mail@example.com'],
  }),
  smtpPassword: optionalText({
    label: 'SMTP password',
    default: ({ smtp }) => smtp.password ?? null,
    secret: true,
    max: 255,
    normalize: ({ value }) => (value === '' ? null : value) as unknown,
    request: [
      'Up to 255 characters; returned masked. When host, port or username change and a password is\nstored, it has to be sent again.',
    ],
    response: [undefined, SECRET_MASK],
  }),
  /** The gateways read these from the view `gateway_udp_kind`. */
  udpDatacenter: flag({
    default: false,
    request: [
      'Whether SOCKS5 relays UDP for datacenter proxies, in force at every gateway within five seconds.',
    ],
    response: ['Whether SOCKS5 relays UDP for datacenter proxies.', false],
  }),
  udpResidential: flag({
    default: false,
    request: ['The same for residential proxies.'],
    response: ['The same for residential proxies.', false],
  }),
  udpMobile: flag({
    default: false,
    request: ['The same for mobile proxies.'],
    response: ['The same for mobile proxies.', false],
  }),
  ...MAINTENANCE_SETTINGS,
  /** Whether staff without a second factor can only set it up. Has a route of its own. */
  staffTwoFactorRequired: flag({ default: false }),
};
