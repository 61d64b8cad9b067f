import { CreateUsers1763600000000 } from './1763600000000-create-users';
import { CreateAuditAndSettings1763600001000 } from './1763600001000-create-audit-and-settings';
import { CreateLedger1763600002000 } from './1763600002000-create-ledger';
import { CreatePayments1763600003000 } from './1763600003000-create-payments';
import { CreateCatalog1763600004000 } from './1763600004000-create-catalog';
import { CreateOrdersAndProxies1763600005000 } from './1763600005000-create-orders-and-proxies';
import { CreateGateway1763600006000 } from './1763600006000-create-gateway';
import { CreateNotifications1763600007000 } from './1763600007000-create-notifications';
import { AddTwoFactor1763600008000 } from './1763600008000-add-two-factor';
import { AddMonitoring1763600009000 } from './1763600009000-add-monitoring';
import { AddSearchIndexes1763600010000 } from './1763600010000-add-search-indexes';
import { AddFiltersToSearchIndexes1763600013000 } from './1763600013000-add-filters-to-search-indexes';
import { AddPaymentAcceptance1763600014000 } from './1763600014000-add-payment-acceptance';
import { AddWalletCorrections1763600014500 } from './1763600014500-add-wallet-corrections';
import { VersionSettings1763600015000 } from './1763600015000-version-settings';
import { DropCodeAttempts1763600017000 } from './1763600017000-drop-code-attempts';
import { AddFirstPasswords1763600017100 } from './1763600017100-add-first-passwords';
import { SlowHashRecoveryCodes1763600017200 } from './1763600017200-slow-hash-recovery-codes';
import { AddGatewayProvision1763600021000 } from './1763600021000-add-gateway-provision';
import { TrackPaymentChecks1763600023000 } from './1763600023000-track-payment-checks';
import { AddPaymentAcknowledgements1763600023100 } from './1763600023100-add-payment-acknowledgements';
import { AddPaymentChargebacks1763600024000 } from './1763600024000-add-payment-chargebacks';
import { AddCorrectionKinds1763600024100 } from './1763600024100-add-correction-kinds';
import { AddRefundedProxies1763600024200 } from './1763600024200-add-refunded-proxies';
import { AddClearingAccounts1763600025000 } from './1763600025000-add-clearing-accounts';
import { AddPayouts1763600025100 } from './1763600025100-add-payouts';
import { AddProxyConfigRequests1763600026000 } from './1763600026000-add-proxy-config-requests';
import { AddOrderDecisions1763600026100 } from './1763600026100-add-order-decisions';
import { AddRenewals1763600027000 } from './1763600027000-add-renewals';
import { AddAccountCurrency1763600028000 } from './1763600028000-add-account-currency';
import { AddLedgerChain1763600028100 } from './1763600028100-add-ledger-chain';
import { AddChainHeads1763600028200 } from './1763600028200-add-chain-heads';
import { AddLedgerPeriods1763600028300 } from './1763600028300-add-ledger-periods';
import { PartitionByMonth1763600029000 } from './1763600029000-partition-by-month';
import { AddLedgerArchives1763600029100 } from './1763600029100-add-ledger-archives';
import { AddAutoRenewals1763600029500 } from './1763600029500-add-auto-renewals';
import { IndexPostedLines1763600030000 } from './1763600030000-index-posted-lines';
import { LeaseQuotas1763600031000 } from './1763600031000-lease-quotas';
import { AddGateways1763600032000 } from './1763600032000-add-gateways';
import { TimeGatewayAddresses1763600032100 } from './1763600032100-time-gateway-addresses';
import { AddSessionRotations1763600033000 } from './1763600033000-add-session-rotations';
import { AddGatewayCommands1763600033100 } from './1763600033100-add-gateway-commands';
import { AddTargetBlocks1763600034500 } from './1763600034500-add-target-blocks';
import { AddUdp1763600036000 } from './1763600036000-add-udp';
import { IdentifyAccountsByCode1763600036500 } from './1763600036500-identify-accounts-by-code';
import { AddAllowedAddresses1763600037000 } from './1763600037000-add-allowed-addresses';
import { SwitchUdpByKind1763600039000 } from './1763600039000-switch-udp-by-kind';
import { AddSupplyNetworks1763600042000 } from './1763600042000-add-supply-networks';
import { OpenNetworksToGateways1763600042100 } from './1763600042100-open-networks-to-gateways';
import { AddNetworkRefusals1763600042200 } from './1763600042200-add-network-refusals';
import { AddSupplyProbes1763600042300 } from './1763600042300-add-supply-probes';
import { AddSupplyHealth1763600042310 } from './1763600042310-add-supply-health';
import { AddUnitsOfStock1763600042400 } from './1763600042400-add-units-of-stock';
import { CreatePriceList1763600042500 } from './1763600042500-create-price-list';
import { AddPaymentIdempotencyKey1763600042600 } from './1763600042600-add-payment-idempotency-key';
import { AddSupplyProviders1763600042700 } from './1763600042700-add-supply-providers';
import { ListStockUnits1763600042710 } from './1763600042710-list-stock-units';
import { AddListTokens1763600042800 } from './1763600042800-add-list-tokens';
import { MeterNetworks1763600042900 } from './1763600042900-meter-networks';
import { LimitNetworks1763600042910 } from './1763600042910-limit-networks';
import { AddApiKeys1763600043100 } from './1763600043100-add-api-keys';
import { AddWebhooks1763600043110 } from './1763600043110-add-webhooks';
import { TellCreditedAmount1763600043120 } from './1763600043120-tell-credited-amount';
import { CountFailures1763600043500 } from './1763600043500-count-failures';
import { CompareProviderUsage1763600050500 } from './1763600050500-compare-provider-usage';
import { LinkNetworksToAccounts1763600069100 } from './1763600069100-link-networks-to-accounts';
import { LimitAutomaticPurchases1763600069200 } from './1763600069200-limit-automatic-purchases';
import { ListPlacesOfProviders1763600069300 } from './1763600069300-list-places-of-providers';
import { IndexUnitsByExit1763600069400 } from './1763600069400-index-units-by-exit';
import { ReadPlacesFromProviders1763600069500 } from './1763600069500-read-places-from-providers';
import { AddNairaAccounts1763600069600 } from './1763600069600-add-naira-accounts';
import { AddLabelsOfOwners1763600069700 } from './1763600069700-add-labels-of-owners';
import { AllowEmailChangeCodes1763600069800 } from './1763600069800-allow-email-change-codes';
import { AddCoupons1763600069900 } from './1763600069900-add-coupons';
import { AddReferrals1763600070000 } from './1763600070000-add-referrals';
import { AddInbox1763600070100 } from './1763600070100-add-inbox';
import { CountTargets1763600070300 } from './1763600070300-count-targets';
import { AddInvoices1763600070400 } from './1763600070400-add-invoices';
import { AddTeams1763600070500 } from './1763600070500-add-teams';
import { AddSubUsers1763600070600 } from './1763600070600-add-sub-users';
import { AddAddressReplacements1763600070700 } from './1763600070700-add-address-replacements';
import { CountProtocols1763600070800 } from './1763600070800-count-protocols';
import { SumPurchasesOfProviders1763600070900 } from './1763600070900-sum-purchases-of-providers';
import { AddCreatorsOfListTokens1763600071100 } from './1763600071100-add-creators-of-list-tokens';
import { ScheduleNairaAccountLookups1763600071200 } from './1763600071200-schedule-naira-account-lookups';
import { LimitPlaces1763600072100 } from './1763600072100-limit-places';
import { ProveAddresses1763600072200 } from './1763600072200-prove-addresses';
import { RequireFourEyes1763600072300 } from './1763600072300-require-four-eyes';
import { AddMembersOfAutoRenewals1763600072400 } from './1763600072400-add-members-of-auto-renewals';
import { AddSecurityReview1763600072410 } from './1763600072410-add-security-review';
import { WriteDomainsInAscii1763600072420 } from './1763600072420-write-domains-in-ascii';
import { TrackKeysOfAccess1763600072430 } from './1763600072430-track-keys-of-access';
import { CountUsesPerPerson1763600072500 } from './1763600072500-count-uses-per-person';
import { JoinProxiesAndAccounts1763600073500 } from './1763600073500-join-proxies-and-accounts';

export const MIGRATIONS = [
  CreateUsers1763600000000,
  CreateAuditAndSettings1763600001000,
  CreateLedger1763600002000,
  CreatePayments1763600003000,
  CreateCatalog1763600004000,
  CreateOrdersAndProxies1763600005000,
  CreateGateway1763600006000,
  CreateNotifications1763600007000,
  AddTwoFactor1763600008000,
  AddMonitoring1763600009000,
  AddSearchIndexes1763600010000,
  AddFiltersToSearchIndexes1763600013000,
  AddPaymentAcceptance1763600014000,
  AddWalletCorrections1763600014500,
  VersionSettings1763600015000,
  DropCodeAttempts1763600017000,
  AddFirstPasswords1763600017100,
  SlowHashRecoveryCodes1763600017200,
  AddGatewayProvision1763600021000,
  TrackPaymentChecks1763600023000,
  AddPaymentAcknowledgements1763600023100,
  AddPaymentChargebacks1763600024000,
  AddCorrectionKinds1763600024100,
  AddRefundedProxies1763600024200,
  AddClearingAccounts1763600025000,
  AddPayouts1763600025100,
  AddProxyConfigRequests1763600026000,
  AddOrderDecisions1763600026100,
  AddRenewals1763600027000,
  AddAccountCurrency1763600028000,
  AddLedgerChain1763600028100,
  AddChainHeads1763600028200,
  AddLedgerPeriods1763600028300,
  PartitionByMonth1763600029000,
  AddLedgerArchives1763600029100,
  AddAutoRenewals1763600029500,
  IndexPostedLines1763600030000,
  LeaseQuotas1763600031000,
  AddGateways1763600032000,
  TimeGatewayAddresses1763600032100,
  AddSessionRotations1763600033000,
  AddGatewayCommands1763600033100,
  AddTargetBlocks1763600034500,
  AddUdp1763600036000,
  IdentifyAccountsByCode1763600036500,
  AddAllowedAddresses1763600037000,
  SwitchUdpByKind1763600039000,
  AddSupplyNetworks1763600042000,
  OpenNetworksToGateways1763600042100,
  AddNetworkRefusals1763600042200,
  AddSupplyProbes1763600042300,
  AddSupplyHealth1763600042310,
  AddUnitsOfStock1763600042400,
  CreatePriceList1763600042500,
  AddPaymentIdempotencyKey1763600042600,
  AddSupplyProviders1763600042700,
  ListStockUnits1763600042710,
  AddListTokens1763600042800,
  MeterNetworks1763600042900,
  LimitNetworks1763600042910,
  AddApiKeys1763600043100,
  AddWebhooks1763600043110,
  TellCreditedAmount1763600043120,
  CountFailures1763600043500,
  CompareProviderUsage1763600050500,
  LinkNetworksToAccounts1763600069100,
  LimitAutomaticPurchases1763600069200,
  ListPlacesOfProviders1763600069300,
  IndexUnitsByExit1763600069400,
  ReadPlacesFromProviders1763600069500,
  AddNairaAccounts1763600069600,
  AddLabelsOfOwners1763600069700,
  AllowEmailChangeCodes1763600069800,
  AddCoupons1763600069900,
  AddReferrals1763600070000,
  AddInbox1763600070100,
  CountTargets1763600070300,
  AddInvoices1763600070400,
  AddTeams1763600070500,
  AddSubUsers1763600070600,
  AddAddressReplacements1763600070700,
  CountProtocols1763600070800,
  SumPurchasesOfProviders1763600070900,
  AddCreatorsOfListTokens1763600071100,
  ScheduleNairaAccountLookups1763600071200,
  LimitPlaces1763600072100,
  ProveAddresses1763600072200,
  RequireFourEyes1763600072300,
  AddMembersOfAutoRenewals1763600072400,
  AddSecurityReview1763600072410,
  WriteDomainsInAscii1763600072420,
  TrackKeysOfAccess1763600072430,
  CountUsesPerPerson1763600072500,
  JoinProxiesAndAccounts1763600073500,
];
