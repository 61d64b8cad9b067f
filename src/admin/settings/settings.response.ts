import { withMessage } from '../../common/http/api.decorators';
import type { ReadableSettings } from '../../settings/settings.types';
import {
  NO_SECOND_ADMIN,
  LAST_ADMIN,
  toCorrectionResult,
  WalletCorrectionData,
} from '../wallet-corrections/wallet-corrections.dto';
import type { ListedCorrection } from '../wallet-corrections/wallet-corrections.types';
import type { SettingsOutcome } from './admin-settings.service';

/** The current settings. A stored secret reads `••••••••`. */
export class SystemSettings {
  /** @example NairaProxy */
  siteName: string;
  siteDescription: string;
  korapayEnabled: boolean;
  /** Whether customers can have an account number of their own for bank transfers. @example false */
  nairaAccountsEnabled: boolean;
  /** Ways to pay that the checkout offers; with none of them, all that the provider has enabled. @example true */
  cardChannel: boolean;
  /** @example true */
  bankTransferChannel: boolean;
  /** @example true */
  payWithBankChannel: boolean;
  /** @example false */
  mobileMoneyChannel: boolean;
  korapayPublicKey: string | null;
  /** @example •••••••• */
  korapaySecretKey: string | null;
  /** Whole naira. @example 1000 */
  minimumTopup: number;
  /** Naira for a US dollar. @example 1600 */
  exchangeRate: number;
  markupEnabled: boolean;
  /** Percent. @example 0 */
  markupPercentage: number;
  /** Whether customers are rewarded for inviting others. @example true */
  referralsEnabled: boolean;
  /** Percent of an invited customer's first sufficient top-up that their referrer gets. @example 10 */
  referralPercentage: number;
  /** Most for one invited customer, whole naira. @example 5000 */
  referralMaximum: number;
  /** Smallest top-up that counts, whole naira. @example 1000 */
  referralMinimumTopup: number;
  /** The shop as invoices name it. @example NairaProxy */
  invoiceSellerName: string;
  /** Lines separated by line feeds; empty when there is none. @example 12 Broad Street */
  invoiceSellerAddress: string;
  /** Tax identification number. @example 12345678-0001 */
  invoiceSellerTin: string | null;
  /** Percent of VAT that prices include; 0 leaves VAT off invoices. @example 7.5 */
  vatPercentage: number;
  /**
   * Whole naira that a member of staff moves alone in a day by corrections, reversals, charge-backs, goodwill and refunds;
   * what exceeds it needs the approval of another admin. @example 100000
   */
  correctionApprovalLimit: number;
  /** Whole naira that a member of staff moves alone in a day by all of that and by fundings. @example 50000000 */
  fundingApprovalLimit: number;
  /** Whether proxies can be used without a password from addresses that their owners allow. @example true */
  addressAccessEnabled: boolean;
  smtpHost: string | null;
  /** @example 587 */
  smtpPort: number;
  smtpUsername: string | null;
  /** @example •••••••• */
  smtpPassword: string | null;
  /** Whether SOCKS5 relays UDP for datacenter proxies. @example false */
  udpDatacenter: boolean;
  /** The same for residential proxies. @example false */
  udpResidential: boolean;
  /** The same for mobile proxies. @example false */
  udpMobile: boolean;
}

export class SystemSettingsData {
  settings: SystemSettings;
  /** Null until settings are saved for the first time. */
  last_updated: Date | null;
  /** Grows with every change; send it back when saving. @example 7 */
  version: number;
}

export class SettingsSavedData {
  last_updated: Date | null;
  /** @example 8 */
  version: number;
}

export class SettingsProposedData extends SettingsSavedData {
  /** The higher approval limits, which are left out until another admin approves them. */
  proposal: WalletCorrectionData;
}

export const toSystemSettings = ({
  settings,
  lastUpdated,
  version,
}: ReadableSettings): SystemSettingsData => ({
  settings: {
    siteName: settings.siteName,
    siteDescription: settings.siteDescription,
    korapayEnabled: settings.korapayEnabled,
    nairaAccountsEnabled: settings.nairaAccountsEnabled,
    cardChannel: settings.cardChannel,
    bankTransferChannel: settings.bankTransferChannel,
    payWithBankChannel: settings.payWithBankChannel,
    mobileMoneyChannel: settings.mobileMoneyChannel,
    korapayPublicKey: settings.korapayPublicKey,
    korapaySecretKey: settings.korapaySecretKey,
    minimumTopup: settings.minimumTopup,
    exchangeRate: settings.exchangeRate,
    markupEnabled: settings.markupEnabled,
    markupPercentage: settings.markupPercentage,
    referralsEnabled: settings.referralsEnabled,
    referralPercentage: settings.referralPercentage,
    referralMaximum: settings.referralMaximum,
    referralMinimumTopup: settings.referralMinimumTopup,
    invoiceSellerName: settings.invoiceSellerName,
    invoiceSellerAddress: settings.invoiceSellerAddress,
    invoiceSellerTin: settings.invoiceSellerTin,
    vatPercentage: settings.vatPercentage,
    correctionApprovalLimit: settings.correctionApprovalLimit,
    fundingApprovalLimit: settings.fundingApprovalLimit,
    addressAccessEnabled: settings.addressAccessEnabled,
    smtpHost: settings.smtpHost,
    smtpPort: settings.smtpPort,
    smtpUsername: settings.smtpUsername,
    smtpPassword: settings.smtpPassword,
    udpDatacenter: settings.udpDatacenter,
    udpResidential: settings.udpResidential,
    udpMobile: settings.udpMobile,
  },
  last_updated: lastUpdated,
  version,
});

const describeWait = ({ otherAdmins }: ListedCorrection): string =>
  otherAdmins === 0
    ? `The higher limit is only proposed, and ${LAST_ADMIN}`
    : 'The higher limit waits until another admin approves it; until then the present one holds.';

export const toSettingsSaved = ({
  saved: { lastUpdated, version },
  proposal,
  isAlone,
}: SettingsOutcome): SettingsSavedData =>
  withMessage(
    {
      last_updated: lastUpdated,
      version,
      ...(proposal && { proposal: toCorrectionResult(proposal) }),
    },
    proposal
      ? `Settings saved successfully! ${describeWait(proposal)}`
      : isAlone
        ? `Settings saved successfully! ${NO_SECOND_ADMIN}`
        : 'Settings saved successfully!',
  );
