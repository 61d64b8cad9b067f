import { request, type RequestOptions } from '../request';
export interface AcceptStaffInvitationDto {
  /** The same as `password`. */
  confirmPassword: string;
  /**
   * 1 to 100 characters; surrounding spaces are removed.
   * @maxLength 100
   */
  name: string;
  /**
   * 8 to 128 characters; the most common passwords are rejected.
   * @minLength 8
   * @maxLength 128
   */
  password: string;
  /**
   * From the link of the email.
   * @maxLength 100
   */
  token: string;
}

/**
 * Of a top-up whose money is under review; null otherwise. Do not pay it again.
 * @nullable
 */
export type ActivityItemReview = PaymentReviewData | null;

export interface ActivityItem {
  /** Whole naira, always positive; `type` has the direction. */
  amount: number;
  created_at: string;
  description: string;
  id: number;
  reference: string;
  /** Refunds of a purchase and chargebacks of a top-up, oldest first. */
  reversals: ReversalResponse[];
  /**
   * Of a top-up whose money is under review; null otherwise. Do not pay it again.
   * @nullable
   */
  review: ActivityItemReview;
  status: TransactionStatus;
  type: TransactionType;
}

export interface AddTrafficDto {
  /** As for a renewal. */
  expected_total?: number;
  /**
   * Traffic in GB, as `traffic_limit_mb` of a purchase.
   * @minimum 1
   * @maximum 1000000
   */
  gigabytes: number;
}

/**
 * `dead`: it does not connect. `blocked`: a website refuses it. `slow`.
 */
export type AddressReplacementReason = typeof AddressReplacementReason[keyof typeof AddressReplacementReason];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const AddressReplacementReason = {
  dead: 'dead',
  blocked: 'blocked',
  slow: 'slow',
} as const;

/**
 * `pending` until a request with the username and password of one of your proxies has come from there; `active` from
then on; `taken` while another customer has proved it.
 */
export type AllowedAddressResponseState = typeof AllowedAddressResponseState[keyof typeof AllowedAddressResponseState];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const AllowedAddressResponseState = {
  active: 'active',
  pending: 'pending',
  taken: 'taken',
} as const;

export interface AllowedAddressResponse {
  /** In its canonical form. */
  address: string;
  created_at: string;
  /**
   * When it was last used without a password, to the hour; null unless it is active.
   * @nullable
   */
  last_used_at: string | null;
  /** `pending` until a request with the username and password of one of your proxies has come from there; `active` from
then on; `taken` while another customer has proved it. */
  state: AllowedAddressResponseState;
}

export interface AllowedAddressesData {
  /** For all proxies of the account, also those that are bought later. */
  account: AllowedAddressResponse[];
  /**
   * The address of this request; null when it cannot be allowed.
   * @nullable
   */
  current_address: string | null;
  /** False while the feature is switched off: passwords are needed everywhere, and the lists are kept. */
  enabled: boolean;
  /** The most addresses of one list. */
  limit: number;
  /** For the proxies that have a list of their own. */
  proxies: ProxyAllowedAddresses[];
}

export interface AllowedAddressesDto {
  /** The whole list, at most 20 single IPv4 or IPv6 addresses of the public internet; an empty one removes all. */
  addresses: string[];
  /**
   * `id` of one of your proxies, for its own list; left out or null, the list of all your proxies.
   * @minimum 1
   * @maximum 2147483647
   * @nullable
   */
  proxy_id?: number | null;
}

export interface AllowedAddressesResponse {
  data: AllowedAddressesData;
  success: boolean;
}

export type AnnouncementLevel = typeof AnnouncementLevel[keyof typeof AnnouncementLevel];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const AnnouncementLevel = {
  information: 'information',
  warning: 'warning',
} as const;

export interface ApiKeyResponse {
  /** Addresses and CIDR ranges; empty allows every address. */
  allowed_addresses: string[];
  created_at: string;
  /**
   * Whole naira a day; null without a cap.
   * @nullable
   */
  daily_limit: number | null;
  /**
   * Null for a key that does not expire.
   * @nullable
   */
  expires_at: string | null;
  id: number;
  /**
   * To the minute; null before the first use.
   * @nullable
   */
  last_used_at: string | null;
  name: string;
  /** The visible beginning of the key. */
  prefix: string;
  scopes: ApiKeyScope[];
  /** What purchases with the key have cost today, in whole naira. */
  spent_today: number;
}

export type ApiKeyScope = typeof ApiKeyScope[keyof typeof ApiKeyScope];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ApiKeyScope = {
  read: 'read',
  proxies: 'proxies',
  buy: 'buy',
  wallet: 'wallet',
} as const;

export interface ApiKeysResponse {
  /** Newest first, with expired ones. */
  data: ApiKeyResponse[];
  success: boolean;
}

/**
 * Why nothing can be bought at the moment (503 `MAINTENANCE`); null while it can.
 * @nullable
 */
export type AuthConfigDataMaintenance = MaintenanceResponse | null;

export interface AuthConfigData {
  /** Lines separated by line feeds; empty when there is none. */
  company_address: string;
  /** As registered; the site name until it is set. */
  company_name: string;
  /** Whether an e-mail address must be verified before the first sign-in. */
  email_verification: boolean;
  /** HTTP address of the gateway, as host:port. */
  gateway_address: string;
  /**
   * Port of the gateway for an HTTP proxy over TLS (`https://` proxy), which encrypts the login and password on
the way; null when there is none.
   * @nullable
   */
  gateway_https_port: number | null;
  /** Whether sign-in with Google is enabled. */
  google: boolean;
  /**
   * Why nothing can be bought at the moment (503 `MAINTENANCE`); null while it can.
   * @nullable
   */
  maintenance: AuthConfigDataMaintenance;
  /**
   * Registration number of the company.
   * @nullable
   */
  rc_number: string | null;
  /** Whether customers are rewarded for inviting others. */
  referrals: boolean;
  /** Most that may be used of it then, percent. */
  refund_maximum_used_percent: number;
  /** Days after a payment in which you can refund what is unused; 0 when you cannot. */
  refund_window_days: number;
  /** True when payments are simulated and mails go to an inbox on this site. */
  sandbox: boolean;
  site_description: string;
  site_name: string;
  /**
   * URL of the support chat; null when there is none.
   * @nullable
   */
  support_chat_url: string | null;
  support_email: string;
  /** When a person of support replies, as the end of a sentence. */
  support_reply_time: string;
  /** Ways to pay a top-up, for `channel` of POST /payments/initialize-topup; empty when the checkout decides. */
  topup_channels: string[];
  /** Residential traffic of the free trial, MB of 2^20 bytes; 0 when there is none. */
  trial_megabytes: number;
  /** Whether the SOCKS5 port of the gateway relays UDP (UDP ASSOCIATE), by kind of proxy. */
  udp: UdpByKindResponse;
}

export interface AuthConfigResponse {
  data: AuthConfigData;
  success: boolean;
}

export interface AutoRenewDto {
  /** A datacenter proxy: the period in minutes. */
  duration_minutes?: DatacenterPeriod;
  /** Whether the proxy is renewed automatically; `gigabytes` or `duration_minutes` is required for that. */
  enabled: boolean;
  /**
   * A residential or mobile proxy: traffic in GB, as `traffic_limit_mb` of a purchase.
   * @minimum 1
   * @maximum 1000000
   */
  gigabytes?: number;
  /**
   * What these purchases may cost in a calendar month of Lagos, whole naira.
   * @minimum 1
   * @maximum 1000000000
   * @nullable
   */
  monthly_limit?: number | null;
  /**
   * Of a residential or mobile proxy: traffic is bought when less GB are left, with `top_up_gigabytes` and `monthly_limit`.
Null switches that off; left out, it stays as it is.
   * @minimum 1
   * @maximum 1000000
   * @nullable
   */
  top_up_below_gb?: number | null;
  /**
   * The traffic package in GB that is bought then, at least `top_up_below_gb`.
   * @minimum 1
   * @maximum 1000000
   * @nullable
   */
  top_up_gigabytes?: number | null;
}

/**
 * Why it was switched off; null when it is on, or its owner switched it off.
 */
export type AutoRenewReason = typeof AutoRenewReason[keyof typeof AutoRenewReason];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const AutoRenewReason = {
  insufficient_balance: 'insufficient_balance',
  package_unavailable: 'package_unavailable',
  delivery_failed: 'delivery_failed',
  proxy_expired: 'proxy_expired',
  proxy_suspended: 'proxy_suspended',
  order_refunded: 'order_refunded',
  member_limit: 'member_limit',
  member_left: 'member_left',
} as const;

/**
 * Why it was switched off; null when it is on, or its owner switched it off.
 * @nullable
 */
export type AutoRenewResponseStoppedReason = AutoRenewReason | null;

/**
 * Why the last of these purchases was refused, or why they were switched off; null when nothing is in their way.
 * @nullable
 */
export type AutoRenewResponseTopUpProblem = AutoTrafficReason | null;

export interface AutoRenewResponse {
  /**
   * The period in minutes of a datacenter proxy, else null.
   * @nullable
   */
  duration_minutes: number | null;
  enabled: boolean;
  /** Failed attempts before this end; the third switches it off. */
  failures: number;
  /**
   * The traffic package in GB of a residential or mobile proxy, else null.
   * @nullable
   */
  gigabytes: number | null;
  /**
   * What these purchases may cost in a calendar month, whole naira.
   * @nullable
   */
  monthly_limit: number | null;
  /**
   * When the wallet is charged, or the charge is tried again; null when none is planned.
   * @nullable
   */
  next_charge_at: string | null;
  /**
   * Why it was switched off; null when it is on, or its owner switched it off.
   * @nullable
   */
  stopped_reason: AutoRenewResponseStoppedReason;
  /**
   * Traffic is bought when less GB are left; null when it is not.
   * @nullable
   */
  top_up_below_gb: number | null;
  /**
   * The traffic package in GB that is bought then.
   * @nullable
   */
  top_up_gigabytes: number | null;
  /**
   * Why the last of these purchases was refused, or why they were switched off; null when nothing is in their way.
   * @nullable
   */
  top_up_problem: AutoRenewResponseTopUpProblem;
}

/**
 * Why the last of these purchases was refused, or why they were switched off; null when nothing is in their way.
 */
export type AutoTrafficReason = typeof AutoTrafficReason[keyof typeof AutoTrafficReason];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const AutoTrafficReason = {
  insufficient_balance: 'insufficient_balance',
  monthly_limit: 'monthly_limit',
  package_unavailable: 'package_unavailable',
  order_refunded: 'order_refunded',
  member_limit: 'member_limit',
  member_left: 'member_left',
} as const;

export interface BalanceData {
  /** Whole naira, rounded down. */
  balance: number;
  currency: string;
  symbol: string;
}

export interface BalanceResponse {
  data: BalanceData;
  success: boolean;
}

export interface BeginTwoFactorDto {
  /**
   * Your current password.
   * @maxLength 128
   */
  password: string;
}

/**
 * Null until they are saved for the first time.
 * @nullable
 */
export type BillingDetailsDataBillingDetails = BillingDetailsFields | null;

export interface BillingDetailsData {
  /**
   * Null until they are saved for the first time.
   * @nullable
   */
  billing_details: BillingDetailsDataBillingDetails;
}

export interface BillingDetailsFields {
  /** Lines separated by line feeds. */
  address: string;
  /**
   * Printed on invoices.
   * @nullable
   */
  email: string | null;
  /** A person or a company. */
  name: string;
  /**
   * Tax identification number.
   * @nullable
   */
  tin: string | null;
}

export interface BillingDetailsResponse {
  data: BillingDetailsData;
  success: boolean;
}

export interface BuyDatacenterDto {
  /**
   * `id` of a country from `GET /countries`.
   * @minimum 1
   * @maximum 2147483647
   */
  country_id: number;
  /** Period in minutes: 43200, 86400 or 129600. */
  duration_minutes: DatacenterPeriod;
  /** The total that you agreed to, in whole naira. If the price differs by now, nothing is bought and the
answer is 409 `PRICE_CHANGED`. */
  expected_total?: number;
  protocol: Protocol;
  proxy_type: DatacenterProduct;
  /**
   * How many addresses: 1 to 1000 and no more than the stock of the country.
   * @minimum 1
   * @maximum 1000
   */
  quantity: number;
}

export interface BuyPlaceDto {
  /**
   * City code; null, empty or `zz` for any.
   * @nullable
   */
  city?: string | null;
  /** Country code or `zz` for any. */
  country: string;
  /** The difference that you agreed to, in whole naira. If it differs by now, also because traffic was used, nothing is
charged and the answer is 409 `PRICE_CHANGED`. */
  expected_total?: number;
  /**
   * ISP code; null, empty or `zz` for any.
   * @nullable
   */
  isp?: string | null;
  /**
   * Region code; null, empty or `zz` for any.
   * @nullable
   */
  region?: string | null;
}

export interface BuyProxiesDto {
  /**
   * City code; null, empty or `zz` for any.
   * @nullable
   */
  city?: string | null;
  /** Country code from `GET /pool/countries`, or `zz` for any. */
  country: string;
  /** The total that you agreed to, in whole naira. If the price differs by now, nothing is bought and the
answer is 409 `PRICE_CHANGED`. */
  expected_total?: number;
  /**
   * ISP code; null, empty or `zz` for any.
   * @nullable
   */
  isp?: string | null;
  protocol: Protocol;
  proxy_type: PoolProxyType;
  /**
   * Region code; null, empty or `zz` for any.
   * @nullable
   */
  region?: string | null;
  /**
   * Traffic in GB, despite the historical name, as a number or a string: a package of `GET /pool/pricing`, or any whole
number from the smallest of them to 1000, each GB at the price of the next smaller package. 1 GB is 2^30 bytes
(1024 MB of 2^20 bytes).
   * @minimum 1
   * @maximum 1000000
   */
  traffic_limit_mb: number;
  /** How long an address is kept: 0 as long as possible, -1 a new one on every request, else 1 to 1440
minutes. */
  ttl_minutes: number;
}

export interface CatalogItemResponse {
  /** `id` of the country. */
  country_id: number;
  protocols: Protocol[];
  /** Number of available addresses. */
  quantity: number;
}

export interface CatalogResponse {
  /** Only countries with stock. */
  data: CatalogItemResponse[];
  success: boolean;
}

export interface ChangePasswordDto {
  /**
   * 8 to 128 characters; the most common passwords are rejected.
   * @minLength 8
   * @maxLength 128
   */
  new_password: string;
  /** The same as `new_password`. */
  new_password_confirmation: string;
  /**
   * The current password.
   * @maxLength 128
   */
  old_password: string;
}

export interface ChangeSubUserDto {
  /**
   * GB from midnight to midnight in Lagos, with at most two decimals; null without a limit.
   * @minimum 0.01
   * @maximum 100000
   * @nullable
   */
  daily_limit_gb?: number | null;
  /**
   * GB in a calendar month of Lagos, with at most two decimals; null without a limit.
   * @minimum 0.01
   * @maximum 100000
   * @nullable
   */
  monthly_limit_gb?: number | null;
  /** Whether the sub-user is shut out for now. */
  suspended: boolean;
}

export interface CheckedTransfersData {
  /** Whole naira. */
  amount: number;
  /** Transfers that were credited by this call. */
  credited: number;
}

export interface CheckedTransfersResponse {
  data: CheckedTransfersData;
  message: string;
  success: boolean;
}

export interface CheckoutData {
  /** The provider's checkout page to open in the browser. */
  checkout_url: string;
  /** The reference of the request. */
  reference: string;
}

export interface ChooseUsageTargetsDto {
  /** Whether the hosts that your proxies reach are counted. */
  enabled: boolean;
}

export interface ClaimTrialDto {
  /** Country code from `GET /pool/countries?connection_type=residential`; left out or `zz` for any. */
  country?: string;
  /** `http` when left out. */
  protocol?: Protocol;
}

export interface ClaimedTrialData {
  order_id: number;
  /** `refunded`: the order was refunded since. */
  order_status: PurchaseStatus;
  proxies: ProxyResponse[];
}

export interface ClaimedTrialResponse {
  data: ClaimedTrialData;
  message: string;
  success: boolean;
}

export interface ClosedConnectionsData {
  /** How many were closed. */
  closed: number;
}

export interface ClosedConnectionsResponse {
  data: ClosedConnectionsData;
  message: string;
  success: boolean;
}

export interface ConfirmEmailChangeDto {
  /** The six digits that were mailed to the present address. */
  current_code: string;
  /**
   * Case-insensitive; surrounding spaces are removed.
   * @maxLength 254
   */
  email: string;
  /** The six digits that were mailed to the new address. */
  new_code: string;
}

export interface ConfirmTwoFactorDto {
  /**
   * Current six-digit code of the authenticator app.
   * @maxLength 40
   */
  code: string;
}

export interface ConnectionListData {
  endpoints: EndpointResponse[];
}

export interface ConnectionListResponse {
  data: ConnectionListData;
  success: boolean;
}

/**
 * http: a forwarded request; connect: a tunnel.
 */
export type ConnectionProtocol = typeof ConnectionProtocol[keyof typeof ConnectionProtocol];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ConnectionProtocol = {
  http: 'http',
  connect: 'connect',
  socks5: 'socks5',
} as const;

export interface ConnectionResponse {
  /** Bytes so far, from the target to the client. */
  bytes_down: number;
  /** Bytes so far, from the client to the target. */
  bytes_up: number;
  /** Where the connection to the gateway came from. */
  client_address: string;
  /** Id of the gateway it is open at. */
  gateway: string;
  id: string;
  /** http: a forwarded request; connect: a tunnel. */
  protocol: ConnectionProtocol;
  /** Name of the session. */
  session: string;
  started_at: string;
  /**
   * Null unless `show_targets` is on.
   * @nullable
   */
  target_host: string | null;
}

export interface ConnectionSettingsDto {
  /** Whether the list of connections names the hosts they go to. Off until you turn it on. */
  show_targets: boolean;
}

export type ConnectionType = typeof ConnectionType[keyof typeof ConnectionType];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ConnectionType = {
  residential: 'residential',
  mobile: 'mobile',
} as const;

export interface ConnectionsData {
  /** False when a gateway did not answer within a second, whose connections are missing. */
  complete: boolean;
  /** Newest first, 500 at most. */
  connections: ConnectionResponse[];
  show_targets: boolean;
  /** All that are open, also those not listed. */
  total: number;
}

export interface ConnectionsResponse {
  data: ConnectionsData;
  success: boolean;
}

export interface ContactDto {
  /**
   * Up to 100 characters.
   * @maxLength 100
   */
  company?: string;
  /**
   * Address for the reply.
   * @maxLength 254
   */
  email: string;
  /**
   * 10 to 4000 characters.
   * @minLength 10
   * @maxLength 4000
   */
  message: string;
  /**
   * 1 to 100 characters.
   * @maxLength 100
   */
  name: string;
  /** Honeypot: hidden from people, so omit it or leave it empty. */
  website?: string;
}

export interface CountryUsageResponse {
  /** Country of the proxies as they were bought; `zz` is any. */
  country: string;
  /** Bytes received through the proxies. */
  down: number;
  /** Refused requests and tunnels; those refused before they were let in are not in `requests`. */
  failures: number;
  /** HTTP requests and tunnels that were let in. */
  requests: number;
  /** Bytes sent through the proxies. */
  up: number;
}

export interface CouponQuoteData {
  /** What the code adds, whole naira. */
  bonus: number;
  /** What the wallet gets in all, whole naira. */
  credited: number;
}

export interface CouponQuoteDto {
  /**
   * Of the top-up, whole naira.
   * @minimum 1
   * @maximum 1000000
   */
  amount: number;
  /**
   * In any case.
   * @maxLength 40
   */
  coupon: string;
}

export interface CouponQuoteResponse {
  data: CouponQuoteData;
  success: boolean;
}

export interface CreateApiKeyDto {
  /**
   * Up to 20 IPv4 and IPv6 addresses and CIDR ranges from which the key works. Empty or left out: from everywhere.
   * @nullable
   */
  allowed_addresses?: string[] | null;
  /**
   * Whole naira that may be spent with the key in a day from midnight to midnight in Lagos; left out or null, without a
cap.
   * @minimum 1
   * @maximum 100000000
   * @nullable
   */
  daily_limit?: number | null;
  /**
   * When the key stops working, in the future; left out or null, never.
   * @nullable
   */
  expires_at?: string | null;
  /**
   * For your own list, up to 60 characters.
   * @minLength 1
   * @maxLength 60
   */
  name: string;
  /**
   * What the key may do. `read`: every GET of your own data and quotes. `proxies`: configure, rotate, reissue, lists and
connections. `buy`: purchases, renewals, traffic and auto-renewal. `wallet`: top-ups.
   * @minItems 1
   */
  scopes: ApiKeyScope[];
}

export interface CreateSubUserDto {
  /**
   * GB from midnight to midnight in Lagos, with at most two decimals; null without a limit.
   * @minimum 0.01
   * @maximum 100000
   * @nullable
   */
  daily_limit_gb?: number | null;
  /**
   * GB in a calendar month of Lagos, with at most two decimals; null without a limit.
   * @minimum 0.01
   * @maximum 100000
   * @nullable
   */
  monthly_limit_gb?: number | null;
  /**
   * Comes after the proxy’s username and a dot. Letters become lower case.
   * @pattern ^[a-z0-9_]{1,20}$
   */
  name: string;
}

export interface CreateWebhookDto {
  /**
   * What to be called about.
   * @minItems 1
   */
  events: WebhookEventType[];
  /**
   * HTTPS, on the public Internet.
   * @maxLength 2000
   */
  url: string;
}

export interface CreatedApiKeyData {
  /** Addresses and CIDR ranges; empty allows every address. */
  allowed_addresses: string[];
  created_at: string;
  /**
   * Whole naira a day; null without a cap.
   * @nullable
   */
  daily_limit: number | null;
  /**
   * Null for a key that does not expire.
   * @nullable
   */
  expires_at: string | null;
  id: number;
  /** Shown this once. Send it as `Authorization: Bearer np_live_…`. */
  key: string;
  /**
   * To the minute; null before the first use.
   * @nullable
   */
  last_used_at: string | null;
  name: string;
  /** The visible beginning of the key. */
  prefix: string;
  scopes: ApiKeyScope[];
  /** What purchases with the key have cost today, in whole naira. */
  spent_today: number;
}

export interface CreatedApiKeyResponse {
  data: CreatedApiKeyData;
  message: string;
  success: boolean;
}

/**
 * Always NGN; optional.
 */
export type Currency = typeof Currency[keyof typeof Currency];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const Currency = {
  NGN: 'NGN',
} as const;

export interface DashboardChangesResponse {
  /** @nullable */
  active_proxies: number | null;
  /** @nullable */
  total_proxies: number | null;
  /** @nullable */
  total_top_ups: number | null;
  /** @nullable */
  total_transactions: number | null;
}

/**
 * Null while no proxy in service has used most of its traffic.
 * @nullable
 */
export type DashboardOverviewResponseLowTraffic = LowTrafficResponse | null;

/**
 * Of the proxies in service, the one that ends next.
 * @nullable
 */
export type DashboardOverviewResponseNextExpiry = NextExpiryResponse | null;

/**
 * The latest top-up, when it is at most a week old and not paid.
 * @nullable
 */
export type DashboardOverviewResponseOpenPayment = OpenPaymentResponse | null;

export interface DashboardOverviewResponse {
  /** Whole naira, rounded down. */
  balance: number;
  /** Refused requests of today in Nigerian time. */
  failures_today: number;
  /** Whether traffic went through any of the proxies. */
  has_used_proxy: boolean;
  /**
   * Null while no proxy in service has used most of its traffic.
   * @nullable
   */
  low_traffic: DashboardOverviewResponseLowTraffic;
  /**
   * Of the proxies in service, the one that ends next.
   * @nullable
   */
  next_expiry: DashboardOverviewResponseNextExpiry;
  /**
   * The latest top-up, when it is at most a week old and not paid.
   * @nullable
   */
  open_payment: DashboardOverviewResponseOpenPayment;
  /**
   * MB of 2^20 bytes left of proxies in service; null without one that has a limit.
   * @nullable
   */
  traffic_left_mb: number | null;
}

export interface DashboardStatsData {
  active_proxies: number;
  changes: DashboardChangesResponse;
  symbol: string;
  total_proxies: number;
  /** Total top-ups, whole naira. */
  total_top_ups: number;
  total_transactions: number;
}

export interface DashboardStatsResponse {
  data: DashboardStatsData;
  success: boolean;
}

export interface DatacenterCountriesResponse {
  data: DatacenterCountryResponse[];
  success: boolean;
}

export interface DatacenterCountryResponse {
  /** Two-letter code, lower case. */
  code: string;
  /** `country_id` of the datacenter calls. */
  id: number;
  name: string;
}

export interface DatacenterInfoData {
  /** Maximum number of addresses in one order; stock may be lower. */
  max_quantity: number;
  min_quantity: number;
  periods: DatacenterPeriodResponse[];
  /** Protocols of every address; the chosen one can be changed later. */
  protocols: Protocol[];
  proxy_type: string;
  /** Discounts by quantity; the largest `from` that the order reaches counts. */
  quantity_discounts: QuantityTierDto[];
}

export interface DatacenterInfoResponse {
  data: DatacenterInfoData;
  success: boolean;
}

export type DatacenterPeriod = typeof DatacenterPeriod[keyof typeof DatacenterPeriod];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const DatacenterPeriod = {
  NUMBER_43200: 43200,
  NUMBER_86400: 86400,
  NUMBER_129600: 129600,
} as const;

export interface DatacenterPeriodResponse {
  days: number;
  duration_minutes: number;
  label: string;
  /** Multiple of the 30-day period. */
  multiplier: number;
}

export interface DatacenterPriceItem {
  /** Two-letter code, lower case. */
  code: string;
  /** `id` of the country. */
  country_id: number;
  name: string;
  /** Whole naira for one address and the whole period. */
  price_per_unit: number;
  /** Number of available addresses. */
  quantity: number;
}

export interface DatacenterPricingData {
  /** Only countries with stock, by name. */
  priceList: DatacenterPriceItem[];
}

export interface DatacenterPricingResponse {
  data: DatacenterPricingData;
  success: boolean;
}

export type DatacenterProduct = typeof DatacenterProduct[keyof typeof DatacenterProduct];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const DatacenterProduct = {
  individual_ipv4: 'individual_ipv4',
} as const;

export interface DisableTwoFactorDto {
  /**
   * Six digits of the authenticator app, or a recovery code.
   * @maxLength 40
   */
  code: string;
  /**
   * Your current password.
   * @maxLength 128
   */
  password: string;
}

export interface EmailDto {
  /**
   * Case-insensitive; surrounding spaces are removed.
   * @maxLength 254
   */
  email: string;
}

export interface EndpointResponse {
  host: string;
  password: string;
  port: number;
  protocol: Protocol;
  /** All of it. */
  url: string;
  /** With place and session in it. */
  username: string;
}

/**
 * Field name → messages on 422; required_amount, current_balance and shortfall in whole naira on 402.
 */
export type ErrorResponseErrors = { [key: string]: unknown };

export interface ErrorResponse {
  /** Stable SNAKE_CASE error code. */
  code: string;
  /** Field name → messages on 422; required_amount, current_balance and shortfall in whole naira on 402. */
  errors?: ErrorResponseErrors;
  /** Message for the user. */
  message: string;
  /** Id for support; the log has the same id. */
  request_id: string;
  /** Always false. */
  success: boolean;
}

export interface ExchangeRateData {
  /** Naira for one US dollar. */
  exchange_rate: number;
}

export interface ExchangeRateResponse {
  data: ExchangeRateData;
  success: boolean;
}

/**
 * `traffic` for added traffic; a renewal when left out.
 */
export type ExtensionKind = typeof ExtensionKind[keyof typeof ExtensionKind];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ExtensionKind = {
  renewal: 'renewal',
  traffic: 'traffic',
} as const;

export interface ExtensionQuoteDto {
  /** What renewals made together have in common, such as a UUID: your transactions can be grouped by it, and have one
invoice. 8 to 64 letters, digits, hyphens or underscores. */
  batch_id?: string;
  /** A datacenter proxy: the period in minutes. */
  duration_minutes?: DatacenterPeriod;
  /** The total that you agreed to, in whole naira. If the price differs by now, nothing is charged and the
answer is 409 `PRICE_CHANGED`. */
  expected_total?: number;
  /**
   * A residential or mobile proxy: traffic in GB, as `traffic_limit_mb` of a purchase.
   * @minimum 1
   * @maximum 1000000
   */
  gigabytes?: number;
  /** `traffic` for added traffic; a renewal when left out. */
  order?: ExtensionKind;
  /**
   * `id` of one of your proxies.
   * @minimum 1
   * @maximum 2147483647
   */
  proxy_id: number;
}

export interface GoogleTokenDto {
  /**
   * The `token` parameter of the web route /auth/google/callback; single-use, valid for 60 s.
   * @minLength 1
   * @maxLength 512
   */
  access_token: string;
}

/**
 * Dependency → `up`; empty for liveness.
 */
export type HealthResponseChecks = {[key: string]: string};

export interface HealthResponse {
  /** Dependency → `up`; empty for liveness. */
  checks: HealthResponseChecks;
  success: boolean;
}

export interface InboxData {
  /** Newest first. */
  notifications: InboxMessageResponse[];
  pagination: PaginationResponse;
  /** Unread notifications on all pages. */
  unread_count: number;
}

export interface InboxMessageResponse {
  created_at: string;
  id: number;
  kind: NotificationKind;
  /** Page of the web app that it is about. */
  link: string;
  /**
   * Null while unread.
   * @nullable
   */
  read_at: string | null;
  /** Plain text, with a line break between items. */
  text: string;
  title: string;
}

export interface InboxResponse {
  data: InboxData;
  success: boolean;
}

export type IncidentImpact = typeof IncidentImpact[keyof typeof IncidentImpact];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const IncidentImpact = {
  degraded: 'degraded',
  partial_outage: 'partial_outage',
  outage: 'outage',
} as const;

/**
 * Metadata of the client, stored with the transaction: at most 20 scalar values, 2 KiB in total.
 */
export type InitializeTopupDtoMetadata = { [key: string]: unknown };

export interface InitializeTopupDto {
  /**
   * Whole naira, from the site's minimum (see GET /pricing-info) to 1,000,000.
   * @minimum 100
   * @maximum 1000000
   */
  amount: number;
  /**
   * Redirect target after the checkout: a page of this site.
   * @maxLength 2000
   */
  callback_url: string;
  /** Way to pay that the checkout opens with: one of `topup_channels` of GET /auth/config. The others stay
available there. */
  channel?: TopupChannel;
  /**
   * Code of a coupon, whose bonus is credited with the payment; see POST /user/coupons/quote.
   * @maxLength 40
   */
  coupon?: string;
  /** Always NGN; optional. */
  currency?: Currency;
  /**
   * Accepted for older clients and ignored: the signed-in user's own address is used.
   * @maxLength 320
   */
  email?: string;
  /** Metadata of the client, stored with the transaction: at most 20 scalar values, 2 KiB in total. */
  metadata?: InitializeTopupDtoMetadata;
  /**
   * 8 to 50 letters, digits, `-` or `_`; unique, generated by the client.
   * @pattern ^[A-Za-z0-9_-]{8,50}$
   */
  reference: string;
}

export interface InitializeTopupResponse {
  message: string;
  payment_data: PaymentData;
  /** Always true. */
  success: boolean;
}

export interface InvitationOfferData {
  /** The only address that can accept it. */
  email: string;
  expires_at: string;
  /** Whether the address has an account, to sign in with. */
  has_account: boolean;
  owner_name: string;
  role: TeamRole;
}

export interface InvitationOfferResponse {
  data: InvitationOfferData;
  success: boolean;
}

export interface InvitationTokenDto {
  /**
   * From the link of the email.
   * @maxLength 100
   */
  token: string;
}

export interface InviteMemberDto {
  /**
   * Whole naira that a buyer may spend from midnight to midnight in Lagos; left out or null, without a limit.
   * @minimum 1
   * @maximum 100000000
   * @nullable
   */
  daily_limit?: number | null;
  /**
   * Case-insensitive; surrounding spaces are removed.
   * @maxLength 254
   */
  email: string;
  /**
   * The same for a calendar month.
   * @minimum 1
   * @maximum 100000000
   * @nullable
   */
  monthly_limit?: number | null;
  /** `buyer`: looks, buys, renews and configures proxies. `viewer`: only looks. */
  role: TeamRole;
}

export interface InvitedCustomerResponse {
  joined_at: string;
  /** The first letter of the name. */
  name: string;
  /**
   * Whole naira; null before their first sufficient top-up.
   * @nullable
   */
  reward: number | null;
  /** `joined`: no sufficient top-up yet. `pending`: the reward is booked within a minute. `reversed`: their top-up was taken
back by the bank. */
  status: ReferralState;
}

export type InvoiceKind = typeof InvoiceKind[keyof typeof InvoiceKind];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const InvoiceKind = {
  invoice: 'invoice',
  credit_note: 'credit_note',
} as const;

export interface InvoiceListData {
  invoices: InvoiceResponse[];
  /** Months with invoices or credit notes, newest first, in Nigerian time. */
  months: string[];
  pagination: PaginationResponse;
}

export interface InvoiceListResponse {
  data: InvoiceListData;
  success: boolean;
}

export interface InvoiceResponse {
  /** The buyer as it is printed. */
  buyer_name: string;
  description: string;
  id: number;
  /**
   * Of a credit note, the invoice that it reduces; null for an invoice.
   * @nullable
   */
  invoice_number: string | null;
  issued_at: string;
  kind: InvoiceKind;
  /** Naira and kobo without VAT. */
  net_amount: string;
  /** Without gaps in each kind and year. */
  number: string;
  /** Reference of that transaction. */
  reference: string;
  /** Naira and kobo charged or refunded: net and VAT. */
  total_amount: string;
  /** The charge, or the refund, that it is for. */
  transaction_id: number;
  /** Naira and kobo. */
  vat_amount: string;
  /** Percent. */
  vat_rate: string;
}

export interface IssueInvoiceDto {
  /**
   * A transaction with `can_invoice`.
   * @minimum 1
   * @maximum 2147483647
   */
  transaction_id: number;
}

export interface IssuedInvoiceData {
  invoice: InvoiceResponse;
}

export interface IssuedInvoiceResponse {
  data: IssuedInvoiceData;
  success: boolean;
}

export interface JoinAsNewDto {
  /** The same as `password`. */
  confirmPassword: string;
  /**
   * 1 to 100 characters; surrounding spaces are removed.
   * @maxLength 100
   */
  name: string;
  /**
   * 8 to 128 characters; the most common passwords are rejected.
   * @minLength 8
   * @maxLength 128
   */
  password: string;
  /**
   * From the link of the email.
   * @maxLength 100
   */
  token: string;
}

export type LineStyle = typeof LineStyle[keyof typeof LineStyle];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const LineStyle = {
  host_port_user_pass: 'host_port_user_pass',
  user_pass_host_port: 'user_pass_host_port',
  url: 'url',
} as const;

export type ListFormat = typeof ListFormat[keyof typeof ListFormat];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ListFormat = {
  txt: 'txt',
  csv: 'csv',
  json: 'json',
} as const;

export type ListSession = typeof ListSession[keyof typeof ListSession];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ListSession = {
  sticky: 'sticky',
  rotating: 'rotating',
} as const;

export interface LoginData {
  /** Bearer token. Ends on logout, on a password change, after the idle timeout and at its absolute expiry. */
  token: string;
  user: UserData;
}

export interface LoginDto {
  /**
   * For accounts with two-factor authentication, after 401 SECOND_FACTOR_REQUIRED: the six
digits of the authenticator app, or a recovery code.
   * @maxLength 40
   */
  code?: string;
  /**
   * Case-insensitive; surrounding spaces are removed.
   * @maxLength 254
   */
  email: string;
  /** @maxLength 128 */
  password: string;
}

export interface LoginResponse {
  data: LoginData;
  message: string;
  success: boolean;
}

export interface LowTrafficResponse {
  /** Proxies in service that have used 80 percent of their traffic. */
  proxies: number;
  /** The one that has used most of it. */
  proxy_id: number;
}

export interface MaintenanceResponse {
  message: string;
  /**
   * When buying is on again; null when it is not known.
   * @nullable
   */
  until: string | null;
}

export interface MarkNotificationsReadDto {
  /** At most 100; all that exist by now when left out. */
  ids?: number[];
}

export interface MessageResponse {
  /** Message for the user. */
  message: string;
  /** Always true. */
  success: boolean;
}

export interface MonthlyUsageData {
  /** Six months, oldest first, ending with the current one. */
  monthly_data: MonthlyUsageItem[];
  symbol: string;
}

export interface MonthlyUsageItem {
  /** Short English month name. */
  month: string;
  period: string;
  /** Spent in the month, whole naira, net of refunds. */
  spending: number;
  /** Percent of the month's available traffic that was used, 0 to 100. */
  usage: number;
  /** MB of 2^20 bytes used in the month. */
  used_mb: number;
}

export interface MonthlyUsageResponse {
  data: MonthlyUsageData;
  success: boolean;
}

/**
 * @nullable
 */
export type NairaAccountDataAccount = NairaAccountDetails | null;

export interface NairaAccountData {
  /** @nullable */
  account: NairaAccountDataAccount;
  /** Whether a naira account can be asked for. */
  offered: boolean;
}

export interface NairaAccountDetails {
  /**
   * As transfers show it.
   * @nullable
   */
  account_name: string | null;
  /** @nullable */
  bank_name: string | null;
  /**
   * Ten digits; null unless it is active.
   * @nullable
   */
  number: string | null;
  /**
   * Why it was refused.
   * @nullable
   */
  reason: string | null;
  /** `requested`: the bank has not answered yet. `refused`: it made none, and another can be asked for. */
  status: NairaAccountStatus;
}

export interface NairaAccountResponse {
  data: NairaAccountData;
  success: boolean;
}

/**
 * `requested`: the bank has not answered yet. `refused`: it made none, and another can be asked for.
 */
export type NairaAccountStatus = typeof NairaAccountStatus[keyof typeof NairaAccountStatus];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const NairaAccountStatus = {
  requested: 'requested',
  active: 'active',
  refused: 'refused',
} as const;

export interface NewSharedListData {
  created_at: string;
  /**
   * To the hour; null when it was never used.
   * @nullable
   */
  last_used_at: string | null;
  /** Shown once. */
  token: string;
  /** Takes the parameters of `GET /user/proxies/{id}/endpoints`. */
  url: string;
}

export interface NewSharedListResponse {
  data: NewSharedListData;
  message: string;
  success: boolean;
}

export interface NextExpiryResponse {
  /** Whether it renews itself. */
  auto_renew: boolean;
  expires_at: string;
  /** How many of them do not renew themselves. */
  not_renewing: number;
  /** Those that end on the same day in Nigerian time, with this one. */
  proxies: number;
  proxy_id: number;
}

export type NotificationKind = typeof NotificationKind[keyof typeof NotificationKind];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const NotificationKind = {
  low_balance: 'low_balance',
  expiry: 'expiry',
  traffic: 'traffic',
  sign_in: 'sign_in',
  auto_renewal: 'auto_renewal',
  weekly_summary: 'weekly_summary',
  purchase: 'purchase',
  top_up: 'top_up',
  ticket: 'ticket',
  announcement: 'announcement',
  compensation: 'compensation',
} as const;

export interface NotificationsData {
  /** Mail three days and one day before a proxy expires, and about automatic renewals. */
  expiry: boolean;
  /** Mail when a purchase leaves less than `low_balance_threshold` in the wallet. */
  low_balance: boolean;
  /** Whole naira. */
  low_balance_threshold: number;
  /** Receipt by mail of each purchase, renewal, addition of traffic and more expensive place. */
  purchases: boolean;
  /** Mail on a sign-in from a new device or network. Mails about the password are always sent. */
  security: boolean;
  /** Receipt by mail of each top-up. */
  top_ups: boolean;
  /** Mail at 80, 95 and 100 percent of a proxy's traffic. */
  traffic: boolean;
  /** Mail on Mondays about the week before: spending, top-ups, traffic and what expires soon. */
  weekly_summary: boolean;
}

export interface NotificationsResponse {
  data: NotificationsData;
  message?: string;
  success: boolean;
}

export interface OpenNairaAccountDto {
  /** Bank Verification Number: 11 digits. */
  bvn?: string;
  /** National Identification Number: 11 digits. */
  nin?: string;
}

export interface OpenPaymentResponse {
  /** Whole naira. */
  amount: number;
  created_at: string;
  reference: string;
  /** `pending` or `failed`. */
  status: TransactionStatus;
}

export interface OpenTicketDto {
  /** At most five, of `POST …/attachments`. */
  attachment_ids?: number[];
  /**
   * 1 to 8000 characters.
   * @minLength 1
   * @maxLength 8000
   */
  body: string;
  context?: TicketContext;
  /**
   * One line of 1 to 150 characters.
   * @maxLength 150
   */
  subject: string;
}

export interface OrderQuoteData {
  currency: string;
  quantity: number;
  /** Whole naira for the whole order. */
  total: number;
  /** Whole naira for one proxy. */
  unit_price: number;
  /** Ask again after this time. A change of prices may end it earlier; a purchase with `expected_total` is
then refused with PRICE_CHANGED. */
  valid_until: string;
}

export interface OrderQuoteResponse {
  data: OrderQuoteData;
  success: boolean;
}

export interface OwnAnnouncementResponse {
  /** Markdown. */
  body: string;
  id: number;
  level: AnnouncementLevel;
  starts_at: string;
  title: string;
}

export interface OwnAnnouncementsData {
  /** In force and for you: warnings first, then the newest. */
  announcements: OwnAnnouncementResponse[];
}

export interface OwnAnnouncementsResponse {
  data: OwnAnnouncementsData;
  success: boolean;
}

export interface PaginationResponse {
  current_page: number;
  /**
   * Number of the first row on the page, from 1; null when empty.
   * @nullable
   */
  from: number | null;
  has_next_page: boolean;
  has_previous_page: boolean;
  /** At least 1, also when the list is empty. */
  last_page: number;
  per_page: number;
  /**
   * Number of the last row on the page; null when empty.
   * @nullable
   */
  to: number | null;
  /** Rows in the whole filtered list. */
  total: number;
  /** Present, and true, when `total` and `last_page` are estimates, which occurs in lists of the back office
with more than 50,000 rows. The rows and `has_next_page` are exact. `exact_total=true` counts. */
  total_is_estimate?: boolean;
}

/**
 * Why a failed payment was closed: `declined` by the provider, `expired` unpaid, or `rejected` after a
review; null for any other status.
 * @nullable
 */
export type PaymentCheckoutDataClosedReason = PaymentClosedReason | null;

/**
 * What arrived, while staff check it; null otherwise. Do not pay it again.
 * @nullable
 */
export type PaymentCheckoutDataReview = PaymentReviewData | null;

export interface PaymentCheckoutData {
  /** Whole naira that were requested. */
  amount: number;
  /** Whether `POST /payments/{reference}/cancel` accepts it. */
  can_cancel: boolean;
  /**
   * The provider's checkout page while the payment can be made there; null otherwise.
   * @nullable
   */
  checkout_url: string | null;
  /**
   * Why a failed payment was closed: `declined` by the provider, `expired` unpaid, or `rejected` after a
review; null for any other status.
   * @nullable
   */
  closed_reason: PaymentCheckoutDataClosedReason;
  created_at: string;
  reference: string;
  /**
   * What arrived, while staff check it; null otherwise. Do not pay it again.
   * @nullable
   */
  review: PaymentCheckoutDataReview;
  /** Status on the statement; `cancelled` becomes `successful` when the payment is paid after all. */
  status: TransactionStatus;
}

export interface PaymentCheckoutResponse {
  data: PaymentCheckoutData;
  message?: string;
  success: boolean;
}

/**
 * Why a failed payment was closed: `declined` by the provider, `expired` unpaid, or `rejected` after a
review; null for any other status.
 */
export type PaymentClosedReason = typeof PaymentClosedReason[keyof typeof PaymentClosedReason];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const PaymentClosedReason = {
  declined: 'declined',
  expired: 'expired',
  rejected: 'rejected',
} as const;

export interface PaymentDashboardData {
  active_proxies: number;
  changes: DashboardChangesResponse;
  /** Six months, oldest first, ending with the current one. */
  monthly_data: MonthlyUsageItem[];
  overview: DashboardOverviewResponse;
  /** The five latest transactions, newest first. */
  recent_activity: ActivityItem[];
  symbol: string;
  total_proxies: number;
  /** Total top-ups, whole naira. */
  total_top_ups: number;
  total_transactions: number;
}

export interface PaymentDashboardResponse {
  data: PaymentDashboardData;
  success: boolean;
}

export interface PaymentData {
  data: CheckoutData;
}

export interface PaymentReviewData {
  /**
   * Whole naira that arrived; null when it is unknown.
   * @nullable
   */
  received: number | null;
}

export interface PaymentStatsData {
  /** Spent per month since the first purchase, whole naira. */
  average_monthly_spending: number;
  /** Transactions that succeeded or failed, of all time; 0 when the success rate means nothing yet. */
  finished_transactions: number;
  /** Percent of the finished transactions that succeeded, one decimal; 0 when none has finished. */
  success_rate: number;
  symbol: string;
  /** Spent in the requested month, whole naira. */
  this_month_spending: number;
  /** Total top-ups, whole naira. */
  total_top_ups: number;
}

export interface PaymentStatsResponse {
  data: PaymentStatsData;
  success: boolean;
}

/**
 * The same as `transaction.status`.
 */
export type PaymentStatus = typeof PaymentStatus[keyof typeof PaymentStatus];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const PaymentStatus = {
  successful: 'successful',
  pending: 'pending',
  failed: 'failed',
} as const;

export interface PlaceQuoteData {
  currency: string;
  /** What is paid for the traffic that is left, in whole naira. */
  current_price: number;
  /** To pay; 0 in a place that is included. */
  difference: number;
  /** What it costs in the place. */
  required_price: number;
}

export interface PlaceQuoteDto {
  /**
   * City code; null, empty or `zz` for any.
   * @nullable
   */
  city?: string | null;
  /** Country code or `zz` for any. */
  country: string;
  /**
   * ISP code; null, empty or `zz` for any.
   * @nullable
   */
  isp?: string | null;
  /**
   * Region code; null, empty or `zz` for any.
   * @nullable
   */
  region?: string | null;
}

export interface PlaceQuoteResponse {
  data: PlaceQuoteData;
  success: boolean;
}

export interface PlaceResponse {
  /** Code to use in a purchase. */
  code: string;
  name: string;
}

export interface PlacesResponse {
  /** Sorted by name; empty when the pool has no such places there. */
  data: PlaceResponse[];
  success: boolean;
}

export interface PoolCountriesResponse {
  data: PoolCountryResponse[];
  success: boolean;
}

export interface PoolCountryResponse {
  /** Two-letter code, lower case. */
  code: string;
  /** Whether a provider can be chosen there by its AS number. */
  has_asns: boolean;
  /** Whether a city can be chosen there. */
  has_cities: boolean;
  /** Whether an ISP can be chosen there. */
  has_isps: boolean;
  /** Whether a region can be chosen there. */
  has_regions: boolean;
  name: string;
}

export interface PoolDataResponse {
  /** @nullable */
  city: string | null;
  /** Country code, or `zz` for any. */
  country: string;
  /** @nullable */
  isp: string | null;
  /** Bought traffic in MB of 2^20 bytes; 1024 per GB. */
  limit_mb: number;
  /** @nullable */
  region: string | null;
  /** Name of the sticky session. */
  session_id: string;
  /** 0 as long as possible, -1 a new address for every request, else minutes. */
  ttl_minutes: number;
  /** Used traffic in MB of 2^20 bytes, six decimals. */
  used_mb: number;
}

export interface PoolPricingData {
  /** Packages on sale, in the order that the shop set. */
  priceList: TrafficPriceItem[];
}

export interface PoolPricingResponse {
  data: PoolPricingData;
  success: boolean;
}

export type PoolProxyType = typeof PoolProxyType[keyof typeof PoolProxyType];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const PoolProxyType = {
  residential_ipv4: 'residential_ipv4',
  mobile_ipv4: 'mobile_ipv4',
} as const;

export interface PriceQuoteData {
  currency: string;
  /** Whole naira for one address and the whole period. */
  price_per_unit: number;
}

export interface PriceQuoteDto {
  /**
   * `id` of a country from `GET /countries`.
   * @minimum 1
   * @maximum 2147483647
   */
  country_id: number;
  /** Period in minutes: 43200, 86400 or 129600. */
  duration_minutes: DatacenterPeriod;
  proxy_type: DatacenterProduct;
}

export interface PriceQuoteResponse {
  data: PriceQuoteData;
  success: boolean;
}

export interface PricingInfoData {
  currency: string;
  /** Naira for one US dollar. */
  exchange_rate: number;
  /** Whether the markup is enabled. */
  markup_enabled: boolean;
  /** Percent on top of the converted price; applies only when enabled. */
  markup_percentage: number;
  /** Largest top-up, whole naira. */
  maximum_topup: number;
  /** Smallest top-up, whole naira. */
  minimum_topup: number;
  symbol: string;
}

export interface PricingInfoResponse {
  data: PricingInfoData;
  success: boolean;
}

export type Protocol = typeof Protocol[keyof typeof Protocol];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const Protocol = {
  http: 'http',
  socks5: 'socks5',
} as const;

export interface ProtocolUsageResponse {
  /** Bytes received through the proxies. */
  down: number;
  /** `http`: forwarded requests; `connect`: tunnels, as for HTTPS; `socks5`: with its UDP; `unknown`: not counted by protocol then. */
  protocol: UsageProtocol;
  /** HTTP requests and tunnels that were let in. */
  requests: number;
  /** Bytes sent through the proxies. */
  up: number;
}

export interface ProxyAllowedAddresses {
  addresses: AllowedAddressResponse[];
  proxy_id: number;
}

export interface ProxyDetailData {
  proxy: ProxyResponse;
}

export interface ProxyDetailResponse {
  data: ProxyDetailData;
  message?: string;
  success: boolean;
}

/**
 * That of the header `X-Proxy-Error`.
 */
export type ProxyErrorReason = typeof ProxyErrorReason[keyof typeof ProxyErrorReason];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ProxyErrorReason = {
  BAD_REQUEST: 'BAD_REQUEST',
  AUTH_REQUIRED: 'AUTH_REQUIRED',
  AUTH_FAILED: 'AUTH_FAILED',
  TOO_MANY_ATTEMPTS: 'TOO_MANY_ATTEMPTS',
  QUOTA_EXCEEDED: 'QUOTA_EXCEEDED',
  SUB_USER_LIMIT: 'SUB_USER_LIMIT',
  PLACE_NOT_INCLUDED: 'PLACE_NOT_INCLUDED',
  TARGET_BLOCKED: 'TARGET_BLOCKED',
  PORT_BLOCKED: 'PORT_BLOCKED',
  PROXY_SUSPENDED: 'PROXY_SUSPENDED',
  PROXY_EXPIRED: 'PROXY_EXPIRED',
  TOO_MANY_CONNECTIONS: 'TOO_MANY_CONNECTIONS',
  TARGET_UNREACHABLE: 'TARGET_UNREACHABLE',
  NO_EXIT: 'NO_EXIT',
  UPSTREAM_FAILED: 'UPSTREAM_FAILED',
  TARGET_TIMEOUT: 'TARGET_TIMEOUT',
  UNAVAILABLE: 'UNAVAILABLE',
} as const;

export interface ProxyLabelsDto {
  /** Added to the tags. */
  add_tags?: string[];
  /**
   * At most 500 characters; null removes it. Left out, it stays.
   * @maxLength 500
   * @nullable
   */
  note?: string | null;
  /** Replaces the tags: at most ten of at most 32 characters; those that differ in case only are one. Left out, they
stay. */
  tags?: string[];
}

export interface ProxyListData {
  pagination: PaginationResponse;
  proxies: ProxyResponse[];
  statistics: ProxyStatisticsResponse;
}

export interface ProxyListResponse {
  data: ProxyListData;
  success: boolean;
}

export interface ProxyRefundData {
  /** Whole naira that go into the wallet; 0 when it is not eligible. */
  amount: number;
  /** Whether `POST` refunds it. */
  eligible: boolean;
  /** Whether the proxy ends. A refund of a renewal or of added traffic takes back only what that gave. */
  ends_proxy: boolean;
  /**
   * Why nothing is refunded, as a sentence.
   * @nullable
   */
  reason: string | null;
  /**
   * The end of the refund window; null when it is not eligible.
   * @nullable
   */
  until: string | null;
}

export interface ProxyRefundResponse {
  data: ProxyRefundData;
  success: boolean;
}

/**
 * Null for datacenter proxies.
 * @nullable
 */
export type ProxyResponsePoolData = PoolDataResponse | null;

export interface ProxyResponse {
  auto_renew: AutoRenewResponse;
  /**
   * Percent of the traffic used, 0 to 100, one decimal; null when not limited by traffic.
   * @nullable
   */
  bandwidth_usage_percentage: number | null;
  /** Whether you can renew it: not suspended by staff, not refunded, and not expired; residential and mobile proxies also
up to 30 days after their expiry. */
  can_renew: boolean;
  /** Whether you can replace its address: an active datacenter proxy that is not on one of the shop's own exits. */
  can_replace_address: boolean;
  /** host:port for the chosen protocol. */
  connection_string: string;
  created_at: string;
  /** Days until the expiry, started days included; 0 when expired. */
  days_until_expiration: number;
  expires_at: string;
  host: string;
  id: number;
  /**
   * Dedicated address of a datacenter proxy, else null.
   * @nullable
   */
  ip: string | null;
  is_expired: boolean;
  /** Country code, or `zz` for any. */
  location: string;
  /**
   * What you wrote on it.
   * @nullable
   */
  note: string | null;
  /**
   * GB of its purchase or last renewal; null for a datacenter proxy.
   * @nullable
   */
  package_gb: number | null;
  password: string;
  /**
   * Minutes of the purchase or last renewal of a datacenter proxy, else null.
   * @nullable
   */
  period_minutes: number | null;
  /**
   * Null for datacenter proxies.
   * @nullable
   */
  pool_data: ProxyResponsePoolData;
  /** Port for HTTP. */
  port: number;
  /** Port for SOCKS5. */
  port_socks5: number;
  /** Price paid, whole naira; 0 for a free trial. */
  price: number;
  protocol: Protocol;
  /** `proxy_id` of the update calls. */
  proxy_api_id: string;
  /**
   * GB of 2^30 bytes that can still be used, three decimals, rounded down; null when not limited by traffic.
   * @nullable
   */
  remaining_gb: number | null;
  /** Refunds of its purchase and its renewals, oldest first. */
  reversals: ReversalResponse[];
  /** `expired` whenever `is_expired`. */
  status: ProxyStatus;
  /** You suspended it yourself, and can resume it. */
  suspended_by_owner: boolean;
  /** What you sort it by. */
  tags: string[];
  type: ProxyType;
  username: string;
  uuid: string;
}

/**
 * Number of proxies per type.
 */
export type ProxyStatisticsResponseProxyTypes = {[key: string]: number};

export interface ProxyStatisticsResponse {
  active_proxies: number;
  /** Number of proxies per type. */
  proxy_types: ProxyStatisticsResponseProxyTypes;
  /** Number of distinct countries, without random ones. */
  total_countries: number;
  total_proxies: number;
  /** Paid for proxies that were delivered, whole naira. */
  total_spent: number;
}

/**
 * `expired` whenever `is_expired`.
 */
export type ProxyStatus = typeof ProxyStatus[keyof typeof ProxyStatus];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ProxyStatus = {
  active: 'active',
  expired: 'expired',
  suspended: 'suspended',
} as const;

/**
 * Null when the proxy works.
 * @nullable
 */
export type ProxyTestDataError = ProxyTestErrorResponse | null;

export interface ProxyTestData {
  /**
   * Country of the address by a public table; null when the table has no such address.
   * @nullable
   */
  country_found: string | null;
  /** Country bought, or asked for; `zz` is any. */
  country_sold: string;
  /**
   * Null when the proxy works.
   * @nullable
   */
  error: ProxyTestDataError;
  /**
   * Address that targets see; null when the test failed.
   * @nullable
   */
  exit_ip: string | null;
  /**
   * Milliseconds until the whole answer was there, as measured from our server.
   * @nullable
   */
  latency_ms: number | null;
  /** Whether the proxy works. */
  ok: boolean;
}

export interface ProxyTestDto {
  /**
   * In place of `isp`: the AS number of a provider, with or without AS before it.
   * @nullable
   */
  asn?: string | null;
  /**
   * City code, where the proxy was bought for any city.
   * @nullable
   */
  city?: string | null;
  /**
   * Country code, where the proxy was bought for any country.
   * @nullable
   * @pattern ^[a-z]{2}$
   */
  country?: string | null;
  /**
   * Provider code, where the proxy was bought for any provider.
   * @nullable
   */
  isp?: string | null;
  /**
   * Region code, where the proxy was bought for any region.
   * @nullable
   */
  region?: string | null;
  /**
   * The session to use, 1 to 32 letters and digits; the proxy's own when left out.
   * @nullable
   * @pattern ^[A-Za-z0-9]{1,32}$
   */
  session?: string | null;
}

/**
 * That of the gateway's header `X-Proxy-Error`, or what kept the test from an answer.
 */
export type ProxyTestErrorCode = typeof ProxyTestErrorCode[keyof typeof ProxyTestErrorCode];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ProxyTestErrorCode = {
  BAD_REQUEST: 'BAD_REQUEST',
  AUTH_REQUIRED: 'AUTH_REQUIRED',
  AUTH_FAILED: 'AUTH_FAILED',
  TOO_MANY_ATTEMPTS: 'TOO_MANY_ATTEMPTS',
  QUOTA_EXCEEDED: 'QUOTA_EXCEEDED',
  SUB_USER_LIMIT: 'SUB_USER_LIMIT',
  PLACE_NOT_INCLUDED: 'PLACE_NOT_INCLUDED',
  TARGET_BLOCKED: 'TARGET_BLOCKED',
  PORT_BLOCKED: 'PORT_BLOCKED',
  PROXY_SUSPENDED: 'PROXY_SUSPENDED',
  PROXY_EXPIRED: 'PROXY_EXPIRED',
  TOO_MANY_CONNECTIONS: 'TOO_MANY_CONNECTIONS',
  TARGET_UNREACHABLE: 'TARGET_UNREACHABLE',
  NO_EXIT: 'NO_EXIT',
  UPSTREAM_FAILED: 'UPSTREAM_FAILED',
  TARGET_TIMEOUT: 'TARGET_TIMEOUT',
  UNAVAILABLE: 'UNAVAILABLE',
  GATEWAY_UNREACHABLE: 'GATEWAY_UNREACHABLE',
  NO_ANSWER: 'NO_ANSWER',
  UNEXPECTED_ANSWER: 'UNEXPECTED_ANSWER',
} as const;

export interface ProxyTestErrorResponse {
  /** What happened. */
  cause: string;
  /** That of the gateway's header `X-Proxy-Error`, or what kept the test from an answer. */
  code: ProxyTestErrorCode;
  /** What to do about it. */
  how_to_fix: string;
}

export interface ProxyTestResponse {
  data: ProxyTestData;
  success: boolean;
}

export type ProxyType = typeof ProxyType[keyof typeof ProxyType];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ProxyType = {
  individual_ipv4: 'individual_ipv4',
  residential_ipv4: 'residential_ipv4',
  mobile_ipv4: 'mobile_ipv4',
} as const;

export type ProxyTypeFilter = typeof ProxyTypeFilter[keyof typeof ProxyTypeFilter];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ProxyTypeFilter = {
  datacenter: 'datacenter',
  residential: 'residential',
  mobile: 'mobile',
  individual_ipv4: 'individual_ipv4',
  residential_ipv4: 'residential_ipv4',
  mobile_ipv4: 'mobile_ipv4',
} as const;

export interface ProxyUsageDayResponse {
  /** Bytes received through the proxy. */
  bytes_down: number;
  /** Bytes sent through the proxy. */
  bytes_up: number;
  /** Day in Nigerian time, `YYYY-MM-DD`. */
  date: string;
  /** HTTP requests and tunnels. */
  requests: number;
}

export interface ProxyUsageResponse {
  /** One entry per day; days without traffic have zeros. */
  data: ProxyUsageDayResponse[];
  success: boolean;
}

export interface PurchaseData {
  order_id: number;
  /** `refunded`: the order was refunded since. */
  order_status: PurchaseStatus;
  proxies: ProxyResponse[];
  /** Refunded to the wallet since, whole naira. */
  refunded_amount: number;
  transaction: PurchaseTransactionResponse;
}

export interface PurchaseResponse {
  data: PurchaseData;
  message: string;
  success: boolean;
}

/**
 * `refunded`: the order was refunded since.
 */
export type PurchaseStatus = typeof PurchaseStatus[keyof typeof PurchaseStatus];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const PurchaseStatus = {
  delivered: 'delivered',
  refunded: 'refunded',
} as const;

export interface PurchaseTransactionResponse {
  /** Whole naira, for the whole order. */
  amount: number;
  created_at: string;
  currency: string;
  description: string;
  id: number;
  reference: string;
  status: TransactionStatus;
  type: TransactionType;
}

export interface QuantityTierDto {
  /**
   * Addresses in the order, from which the discount counts.
   * @minimum 2
   * @maximum 1000
   */
  from: number;
  percent_off: number;
}

export interface ReauthenticateDto {
  /**
   * With two-factor authentication: six digits of the app, or a recovery code.
   * @maxLength 40
   */
  code?: string;
  /**
   * The current password.
   * @maxLength 128
   */
  password: string;
}

export interface RecentActivityData {
  /** The five latest transactions, newest first. */
  recent_activity: ActivityItem[];
}

export interface RecentActivityResponse {
  data: RecentActivityData;
  success: boolean;
}

export interface RecentTransactionsData {
  transactions: TransactionResponse[];
}

export interface RecentTransactionsResponse {
  data: RecentTransactionsData;
  success: boolean;
}

export interface RecoveryCodesData {
  /** Ten single-use codes that replace the app. Shown once. */
  recovery_codes: string[];
}

export interface RecoveryCodesResponse {
  data: RecoveryCodesData;
  message: string;
  success: boolean;
}

/**
 * `joined`: no sufficient top-up yet. `pending`: the reward is booked within a minute. `reversed`: their top-up was taken
back by the bank.
 */
export type ReferralState = typeof ReferralState[keyof typeof ReferralState];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ReferralState = {
  joined: 'joined',
  pending: 'pending',
  rewarded: 'rewarded',
  reversed: 'reversed',
} as const;

export interface ReferralsData {
  /** Sent as `referral` of POST /auth/register by those who follow the link. */
  code: string;
  /** Newest first. */
  customers: InvitedCustomerResponse[];
  /** Credited so far, less what was taken back, whole naira. */
  earned: number;
  /** Whether invitations are rewarded now. */
  enabled: boolean;
  /** Customers who signed up with the code. */
  invited: number;
  link: string;
  /** Most for one invited customer, whole naira. */
  maximum: number;
  /** Smallest top-up that counts, whole naira. */
  minimum_topup: number;
  pagination: PaginationResponse;
  /** Percent of the first sufficient top-up that you get. */
  percentage: number;
}

export interface ReferralsResponse {
  data: ReferralsData;
  success: boolean;
}

export interface RefundProxyDto {
  /**
   * The `amount` that you were shown, in whole naira. If it differs by now, nothing is refunded and the answer is 409
`REFUND_CHANGED`.
   * @minimum 1
   */
  expected_total: number;
}

export interface RefundedProxyData {
  /** Whole naira. */
  refunded: number;
  /** Of the credit on your statement. */
  transaction_id: number;
}

export interface RefundedProxyResponse {
  data: RefundedProxyData;
  message: string;
  success: boolean;
}

export interface RegisterDto {
  /** The same as `password`. */
  confirmPassword: string;
  /** Accepted for compatibility and ignored: the server's clock applies. */
  created_at?: string;
  /**
   * Case-insensitive; surrounding spaces are removed.
   * @maxLength 254
   */
  email: string;
  /**
   * 1 to 100 characters; surrounding spaces are removed.
   * @maxLength 100
   */
  name: string;
  /**
   * 8 to 128 characters; the most common passwords are rejected.
   * @minLength 8
   * @maxLength 128
   */
  password: string;
  /**
   * The code of an invitation link; one that is unknown is passed over.
   * @maxLength 40
   */
  referral?: string;
}

export interface RenewProxyDto {
  /** What renewals made together have in common, such as a UUID: your transactions can be grouped by it, and have one
invoice. 8 to 64 letters, digits, hyphens or underscores. */
  batch_id?: string;
  /** A datacenter proxy: the period in minutes. */
  duration_minutes?: DatacenterPeriod;
  /** The total that you agreed to, in whole naira. If the price differs by now, nothing is charged and the
answer is 409 `PRICE_CHANGED`. */
  expected_total?: number;
  /**
   * A residential or mobile proxy: traffic in GB, as `traffic_limit_mb` of a purchase.
   * @minimum 1
   * @maximum 1000000
   */
  gigabytes?: number;
}

export interface RenewalData {
  order_id: number;
  /** `refunded`: the order was refunded since. */
  order_status: PurchaseStatus;
  /** The proxy as it is now. */
  proxy: ProxyResponse;
  transaction: PurchaseTransactionResponse;
}

export interface RenewalResponse {
  data: RenewalData;
  message: string;
  success: boolean;
}

export interface ReplaceAddressDto {
  /**
   * `ip` of the proxy when you found it wrong: another one that it has by now stays.
   * @nullable
   */
  address?: string | null;
  /**
   * For staff, at most 200 characters.
   * @maxLength 200
   * @nullable
   */
  details?: string | null;
  /** `dead`: it does not connect. `blocked`: a website refuses it. `slow`. */
  reason: AddressReplacementReason;
}

export interface ResetCodeDto {
  /**
   * Case-insensitive; surrounding spaces are removed.
   * @maxLength 254
   */
  email: string;
  /**
   * The six digits from the mail.
   * @pattern ^[0-9]{6}$
   */
  token: string;
}

export interface ResetPasswordDto {
  /**
   * Case-insensitive; surrounding spaces are removed.
   * @maxLength 254
   */
  email: string;
  /**
   * 8 to 128 characters; the most common passwords are rejected.
   * @minLength 8
   * @maxLength 128
   */
  password: string;
  /** The same as `password`. */
  password_confirmation: string;
  /**
   * The six digits from the mail.
   * @pattern ^[0-9]{6}$
   */
  token: string;
}

export type ReversalKind = typeof ReversalKind[keyof typeof ReversalKind];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ReversalKind = {
  refund: 'refund',
  chargeback: 'chargeback',
} as const;

export interface ReversalResponse {
  /** Whole naira, at most the amount of the earlier one. */
  amount: number;
  /** Of its own transaction. */
  id: number;
  kind: ReversalKind;
  reference: string;
}

export interface ReviewDecisionDto {
  /** Ids of items that stay. */
  keep: string[];
  /**
   * How many items are in neither list, all of which stay. Left out, no other item is kept.
   * @minimum 0
   * @maximum 2147483647
   */
  keep_rest?: number;
  /** Ids of items that are removed. */
  remove: string[];
}

export type Role = typeof Role[keyof typeof Role];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const Role = {
  user: 'user',
  'sub-admin': 'sub-admin',
  admin: 'admin',
} as const;

export interface RotateSessionDto {
  /**
   * The session as named in the username, 1 to 32 letters and digits; the proxy's own when left out.
   * @nullable
   * @pattern ^[A-Za-z0-9]{1,32}$
   */
  session?: string | null;
}

export interface SaveBillingDetailsDto {
  /**
   * One to five lines separated by line feeds, up to 300 characters.
   * @minLength 1
   * @maxLength 300
   */
  address: string;
  /**
   * Printed on invoices.
   * @maxLength 254
   * @nullable
   */
  email?: string | null;
  /**
   * A person or a company, up to 120 characters.
   * @minLength 1
   * @maxLength 120
   * @pattern ^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$
   */
  name: string;
  /**
   * Tax identification number: 8 digits, a hyphen and 4 digits, or 10 to 13 digits.
   * @nullable
   */
  tin?: string | null;
}

export interface SecurityReviewData {
  /** Whether the items are paused until you have decided about them. */
  due: boolean;
  items: SecurityReviewItem[];
}

export interface SecurityReviewItem {
  created_at: string;
  /**
   * Email address of a member, events of a webhook, visible beginning of a key, or the key with which it was made.
   * @nullable
   */
  detail: string | null;
  id: string;
  kind: SecurityReviewKind;
  /**
   * Id of the API key with which it was made, which may be among the items; null with a sign-in.
   * @nullable
   */
  made_with: string | null;
  /**
   * Given when it concerns one proxy only.
   * @nullable
   */
  proxy_id: number | null;
  /** Name, address or URL. */
  title: string;
}

export type SecurityReviewKind = typeof SecurityReviewKind[keyof typeof SecurityReviewKind];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const SecurityReviewKind = {
  member: 'member',
  invitation: 'invitation',
  address: 'address',
  sub_user: 'sub_user',
  webhook: 'webhook',
  api_key: 'api_key',
  google: 'google',
} as const;

export interface SecurityReviewResponse {
  data: SecurityReviewData;
  success: boolean;
}

export interface SentInvitationResponse {
  data: TeamInvitationResponse;
  message: string;
  success: boolean;
}

export interface SessionResponse {
  /** When the session was created. */
  created_at: string;
  /** Whether this is the session of the call. */
  current: boolean;
  /** Absolute expiry, regardless of activity. */
  expires_at: string;
  id: string;
  /** IP address at sign-in. */
  ip: string;
  /** Last use, to the minute. */
  last_seen_at: string;
  /** User-Agent header; may be empty. */
  user_agent: string;
}

export interface SessionsResponse {
  /** Most recently used first. */
  data: SessionResponse[];
  success: boolean;
}

export interface SetPasswordDto {
  /**
   * 8 to 128 characters; the most common passwords are rejected.
   * @minLength 8
   * @maxLength 128
   */
  new_password: string;
  /** The same as `new_password`. */
  new_password_confirmation: string;
}

export interface SharedListData {
  created_at: string;
  /**
   * To the hour; null when it was never used.
   * @nullable
   */
  last_used_at: string | null;
}

export interface SharedListResponse {
  data: SharedListData;
  success: boolean;
}

export interface SpendingLimitResponse {
  /** Whole naira; 0 when the limit is reached. */
  left: number;
  /** Whole naira. */
  limit: number;
  /** What your purchases have cost, less refunds, in whole naira. */
  spent: number;
}

/**
 * Of the calendar month in Lagos; null without a limit.
 * @nullable
 */
export type SpendingLimitsResponseThisMonth = SpendingLimitResponse | null;

/**
 * From midnight to midnight in Lagos; null without a limit.
 * @nullable
 */
export type SpendingLimitsResponseToday = SpendingLimitResponse | null;

export interface SpendingLimitsResponse {
  /**
   * Of the calendar month in Lagos; null without a limit.
   * @nullable
   */
  this_month: SpendingLimitsResponseThisMonth;
  /**
   * From midnight to midnight in Lagos; null without a limit.
   * @nullable
   */
  today: SpendingLimitsResponseToday;
}

export interface StaffInvitationOfferData {
  email: string;
  expires_at: string;
  role_name: string;
}

export interface StaffInvitationOfferResponse {
  data: StaffInvitationOfferData;
  success: boolean;
}

export type StatusComponent = typeof StatusComponent[keyof typeof StatusComponent];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const StatusComponent = {
  api: 'api',
  payments: 'payments',
  gateway: 'gateway',
  residential: 'residential',
  mobile: 'mobile',
  datacenter: 'datacenter',
  email: 'email',
} as const;

export interface StatusComponentResponse {
  /** Those of the last 90 days that were observed, the oldest first. */
  days: StatusDayResponse[];
  id: StatusComponent;
  name: string;
  /** `unknown`: not observed in the last five minutes. */
  state: StatusState;
  /**
   * Percent of the observed minutes of 90 days; null before the first.
   * @nullable
   */
  uptime: number | null;
}

export interface StatusData {
  components: StatusComponentResponse[];
  /** Open ones, the newest first. */
  incidents: StatusIncidentResponse[];
  /** Resolved within the last 14 days, the newest first. */
  recent: StatusIncidentResponse[];
}

export interface StatusDayResponse {
  /** Of Lagos. */
  day: string;
  /** Percent of its observed minutes. */
  uptime: number;
}

export interface StatusIncidentResponse {
  /** Opened by the probes, which also resolve it. */
  automatic: boolean;
  body: string;
  component: StatusComponent;
  id: number;
  impact: IncidentImpact;
  /**
   * Null while it is open.
   * @nullable
   */
  resolved_at: string | null;
  started_at: string;
  title: string;
  /** The newest first. */
  updates: StatusUpdateResponse[];
}

export interface StatusResponse {
  data: StatusData;
  success: boolean;
}

/**
 * `unknown`: not observed in the last five minutes.
 */
export type StatusState = typeof StatusState[keyof typeof StatusState];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const StatusState = {
  up: 'up',
  down: 'down',
  unknown: 'unknown',
} as const;

export interface StatusUpdateResponse {
  body: string;
  created_at: string;
}

export interface SubUserResponse {
  created_at: string;
  /**
   * GB from midnight to midnight in Lagos; null without a limit.
   * @nullable
   */
  daily_limit_gb: number | null;
  id: number;
  /**
   * GB in a calendar month of Lagos; null without a limit.
   * @nullable
   */
  monthly_limit_gb: number | null;
  name: string;
  password: string;
  /** Whether the sub-user is shut out for now. */
  suspended: boolean;
  /** Bytes in both directions this month. */
  used_this_month: number;
  /** Bytes in both directions today. */
  used_today: number;
  /** For the gateway; session and place may follow it. */
  username: string;
}

export interface SubUserResultResponse {
  data: SubUserResponse;
  message: string;
  success: boolean;
}

export interface SubUsersData {
  /** The most that a proxy may have. */
  limit: number;
  /** In the order of their names. */
  sub_users: SubUserResponse[];
}

export interface SubUsersResponse {
  data: SubUsersData;
  success: boolean;
}

export interface TagCountResponse {
  /** Proxies that have it. */
  count: number;
  tag: string;
}

export interface TagsData {
  /** The most used first, 200 at most. */
  tags: TagCountResponse[];
}

export interface TagsResponse {
  data: TagsData;
  success: boolean;
}

export interface TeamData {
  /** Those that can be accepted, newest first. */
  invitations: TeamInvitationResponse[];
  /** In the order in which they joined. */
  members: TeamMemberResponse[];
}

export interface TeamInvitationResponse {
  created_at: string;
  /**
   * Whole naira from midnight to midnight in Lagos; null without a limit.
   * @nullable
   */
  daily_limit: number | null;
  email: string;
  expires_at: string;
  id: number;
  /**
   * Whole naira in a calendar month; null without a limit.
   * @nullable
   */
  monthly_limit: number | null;
  role: TeamRole;
}

export interface TeamMemberResponse {
  /**
   * Whole naira from midnight to midnight in Lagos; null without a limit.
   * @nullable
   */
  daily_limit: number | null;
  email: string;
  /** User id of the member. */
  id: number;
  joined_at: string;
  /**
   * Whole naira in a calendar month; null without a limit.
   * @nullable
   */
  monthly_limit: number | null;
  name: string;
  role: TeamRole;
  /** The same for this calendar month. */
  spent_this_month: number;
  /** What purchases of the member have cost today, less refunds, in whole naira. */
  spent_today: number;
}

export interface TeamResponse {
  data: TeamData;
  success: boolean;
}

export interface TeamRightsDto {
  /**
   * Whole naira that a buyer may spend from midnight to midnight in Lagos; left out or null, without a limit.
   * @minimum 1
   * @maximum 100000000
   * @nullable
   */
  daily_limit?: number | null;
  /**
   * The same for a calendar month.
   * @minimum 1
   * @maximum 100000000
   * @nullable
   */
  monthly_limit?: number | null;
  /** `buyer`: looks, buys, renews and configures proxies. `viewer`: only looks. */
  role: TeamRole;
}

/**
 * `buyer`: looks, buys and configures. `viewer`: only looks.
 */
export type TeamRole = typeof TeamRole[keyof typeof TeamRole];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const TeamRole = {
  buyer: 'buyer',
  viewer: 'viewer',
} as const;

export interface TicketAttachmentResponse {
  id: number;
  name: string;
  /** Bytes. */
  size: number;
  /** Media type, as its content shows. */
  type: string;
}

export interface TicketContext {
  /**
   * An order of the account.
   * @minimum 1
   * @maximum 2147483647
   * @nullable
   */
  order_id?: number | null;
  /**
   * A proxy of the account.
   * @minimum 1
   * @maximum 2147483647
   * @nullable
   */
  proxy_id?: number | null;
  /**
   * Reference of a payment or a transaction.
   * @maxLength 100
   * @nullable
   */
  reference?: string | null;
}

/**
 * Null when it is about nothing in particular.
 * @nullable
 */
export type TicketDataContext = TicketContext | null;

export interface TicketData {
  /**
   * Null when it is about nothing in particular.
   * @nullable
   */
  context: TicketDataContext;
  created_at: string;
  id: number;
  /** Oldest first. */
  messages: TicketMessageResponse[];
  /** `open` waits for support, `waiting` for you. */
  status: TicketStatus;
  subject: string;
  /** Messages of the other side that were not read yet. */
  unread_count: number;
  /** Of the last message. */
  updated_at: string;
}

export interface TicketListData {
  pagination: PaginationResponse;
  /** The last changed first. */
  tickets: TicketSummary[];
  /** Unread answers in all tickets. */
  unread_count: number;
}

export interface TicketListResponse {
  data: TicketListData;
  success: boolean;
}

export interface TicketMessageResponse {
  attachments: TicketAttachmentResponse[];
  author: string;
  body: string;
  created_at: string;
  id: number;
  /** Whether support wrote it. */
  is_staff: boolean;
}

export interface TicketReadDto {
  /**
   * The last message that was read.
   * @minimum 1
   * @maximum 2147483647
   */
  message_id: number;
}

export interface TicketReplyDto {
  /** At most five, of `POST …/attachments`. */
  attachment_ids?: number[];
  /**
   * 1 to 8000 characters.
   * @minLength 1
   * @maxLength 8000
   */
  body: string;
}

export interface TicketResponse {
  data: TicketData;
  message?: string;
  success: boolean;
}

export type TicketStatus = typeof TicketStatus[keyof typeof TicketStatus];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const TicketStatus = {
  open: 'open',
  waiting: 'waiting',
  closed: 'closed',
} as const;

/**
 * Null when it is about nothing in particular.
 * @nullable
 */
export type TicketSummaryContext = TicketContext | null;

export interface TicketSummary {
  /**
   * Null when it is about nothing in particular.
   * @nullable
   */
  context: TicketSummaryContext;
  created_at: string;
  id: number;
  /** `open` waits for support, `waiting` for you. */
  status: TicketStatus;
  subject: string;
  /** Messages of the other side that were not read yet. */
  unread_count: number;
  /** Of the last message. */
  updated_at: string;
}

/**
 * Way to pay that the checkout opens with: one of `topup_channels` of GET /auth/config. The others stay
available there.
 */
export type TopupChannel = typeof TopupChannel[keyof typeof TopupChannel];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const TopupChannel = {
  card: 'card',
  bank_transfer: 'bank_transfer',
  pay_with_bank: 'pay_with_bank',
  mobile_money: 'mobile_money',
} as const;

export interface TrafficPriceItem {
  /** Price of the package, whole naira. */
  price: number;
  /** GB in the package, as a string. */
  traffic: string;
  /** Days the traffic may be used. */
  validity_days: number;
}

/**
 * Of all of them; null when they differ.
 * @nullable
 */
export type TransactionBatchResponseStatus = TransactionStatus | null;

export interface TransactionBatchResponse {
  /** Whole naira of all of them. */
  amount: number;
  /** Whether `POST /user/invoices` accepts any of them: they have one invoice. */
  can_invoice: boolean;
  description: string;
  /**
   * Of all of them; null when they differ.
   * @nullable
   */
  status: TransactionBatchResponseStatus;
  transactions: number;
}

export type TransactionGrouping = typeof TransactionGrouping[keyof typeof TransactionGrouping];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const TransactionGrouping = {
  batch: 'batch',
} as const;

export interface TransactionListData {
  /** Naira and kobo at the end of the period, by now without `to`: the opening balance and the exact amounts of all
`successful` and `refunded` transactions of the period, on all its pages. */
  closing_balance: string;
  /** Naira and kobo at the start of the period, 0.00 without `from`; `status` and `search` do not change it. */
  opening_balance: string;
  pagination: PaginationResponse;
  transactions: TransactionResponse[];
}

export interface TransactionListResponse {
  data: TransactionListData;
  success: boolean;
}

/**
 * With `group=batch`, what the batch of several transactions comes to; null otherwise.
 * @nullable
 */
export type TransactionResponseBatch = TransactionBatchResponse | null;

/**
 * Of a top-up whose money is under review; null otherwise. Do not pay it again.
 * @nullable
 */
export type TransactionResponseReview = PaymentReviewData | null;

export interface TransactionResponse {
  /** Whole naira, always positive; `type` has the direction. */
  amount: number;
  /**
   * With `group=batch`, what the batch of several transactions comes to; null otherwise.
   * @nullable
   */
  batch: TransactionResponseBatch;
  /**
   * Of a renewal made together with others, the `batch_id` that the renewals were sent with; null otherwise.
   * @nullable
   */
  batch_id: string | null;
  /** Whether `POST /user/invoices` accepts it: a completed purchase, renewal or addition of traffic. */
  can_invoice: boolean;
  /** Whether there is something to verify with `GET /payments/verify`: a pending top-up that is not under review. */
  can_verify: boolean;
  created_at: string;
  currency: string;
  description: string;
  /** The same in naira and kobo. */
  exact_amount: string;
  /** Whether `GET /payments/transactions/{id}/receipt` has a receipt for it. */
  has_receipt: boolean;
  id: number;
  /**
   * Payment method; null until known.
   * @nullable
   */
  payment_method: string | null;
  /**
   * When it was settled or closed.
   * @nullable
   */
  processed_at: string | null;
  reference: string;
  /** Refunds of a purchase and chargebacks of a top-up, oldest first. */
  reversals: ReversalResponse[];
  /**
   * Of a top-up whose money is under review; null otherwise. Do not pay it again.
   * @nullable
   */
  review: TransactionResponseReview;
  status: TransactionStatus;
  type: TransactionType;
}

export type TransactionStatus = typeof TransactionStatus[keyof typeof TransactionStatus];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const TransactionStatus = {
  pending: 'pending',
  successful: 'successful',
  failed: 'failed',
  cancelled: 'cancelled',
  refunded: 'refunded',
} as const;

export type TransactionType = typeof TransactionType[keyof typeof TransactionType];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const TransactionType = {
  credit: 'credit',
  debit: 'debit',
} as const;

/**
 * Why it is not available: the code that a claim is refused with; null when it is.
 * @nullable
 */
export type TrialDataReason = typeof TrialDataReason[keyof typeof TrialDataReason] | null;


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const TrialDataReason = {
  TRIAL_OFF: 'TRIAL_OFF',
  TRIAL_USED: 'TRIAL_USED',
  TRIAL_EMAIL_NOT_VERIFIED: 'TRIAL_EMAIL_NOT_VERIFIED',
  TRIAL_EMAIL_REFUSED: 'TRIAL_EMAIL_REFUSED',
  TRIAL_LIMIT_REACHED: 'TRIAL_LIMIT_REACHED',
} as const;

export interface TrialData {
  /** Whether you can take the trial now. */
  available: boolean;
  /** Whether you have ever paid for a proxy. */
  has_bought: boolean;
  /** Traffic of the trial, MB of 2^20 bytes; 0 while there is none. */
  megabytes: number;
  /**
   * Why it is not available: the code that a claim is refused with; null when it is.
   * @nullable
   */
  reason: TrialDataReason;
}

export interface TrialResponse {
  data: TrialData;
  success: boolean;
}

export interface TwoFactorData {
  /** Whether two-factor authentication is enabled. */
  enabled: boolean;
  /**
   * When it was enabled; null while disabled.
   * @nullable
   */
  enabled_at: string | null;
  /** Number of unused recovery codes. */
  recovery_codes_left: number;
}

export interface TwoFactorResponse {
  data: TwoFactorData;
  success: boolean;
}

export interface TwoFactorSetupData {
  /** The secret as a URI for a QR code. */
  otpauth_uri: string;
  /** Base32 secret for manual entry in an app. Shown once. */
  secret: string;
}

export interface TwoFactorSetupResponse {
  data: TwoFactorSetupData;
  success: boolean;
}

export interface UdpByKindResponse {
  datacenter: boolean;
  mobile: boolean;
  residential: boolean;
}

export interface UnreadNotificationsData {
  /** Notifications that are still unread. */
  unread_count: number;
}

export interface UnreadNotificationsResponse {
  data: UnreadNotificationsData;
  success: boolean;
}

export interface UnreadTicketsData {
  /** Messages that are still unread in all tickets of the account; for staff, tickets. */
  unread_count: number;
}

export interface UnreadTicketsResponse {
  data: UnreadTicketsData;
  success: boolean;
}

export interface UpdateDatacenterDto {
  protocol: Protocol;
  /**
   * `proxy_api_id` of the record.
   * @minLength 1
   * @maxLength 100
   */
  proxy_id: string;
}

export interface UpdateNameDto {
  /**
   * 1 to 100 characters; surrounding spaces are removed.
   * @maxLength 100
   */
  name: string;
}

export interface UpdateNotificationsDto {
  /** Mail three days and one day before a proxy expires, and about automatic renewals. */
  expiry?: boolean;
  /** Mail when a purchase leaves less than the threshold in the wallet. */
  low_balance?: boolean;
  /**
   * Whole naira, 1 to 1,000,000.
   * @minimum 1
   * @maximum 1000000
   */
  low_balance_threshold?: number;
  /** Receipt by mail of each purchase, renewal, addition of traffic and more expensive place. */
  purchases?: boolean;
  /** Mail on a sign-in from a new device or network. */
  security?: boolean;
  /** Receipt by mail of each top-up. */
  top_ups?: boolean;
  /** Mail at 80, 95 and 100 percent of a proxy's traffic. */
  traffic?: boolean;
  /** Mail on Mondays about the week before: spending, top-ups, traffic and what expires soon. */
  weekly_summary?: boolean;
}

export interface UpdateResidentialMobileDto {
  /**
   * City code; null, empty or `zz` for any.
   * @nullable
   */
  city?: string | null;
  /** Kind of the proxy; rejected when the proxy has the other kind. */
  connection_type?: ConnectionType;
  /** Country code or `zz` for any. */
  country: string;
  /**
   * ISP code; null, empty or `zz` for any.
   * @nullable
   */
  isp?: string | null;
  protocol: Protocol;
  /**
   * `proxy_api_id` of the record.
   * @minLength 1
   * @maxLength 100
   */
  proxy_id: string;
  /**
   * Region code; null, empty or `zz` for any.
   * @nullable
   */
  region?: string | null;
  /** 0 as long as possible, -1 a new address on every request, else 1 to 1440 minutes. */
  ttl_minutes: number;
}

export interface UpdateWebhookDto {
  /** Whether events are sent; left out, unchanged. */
  enabled?: boolean;
  /**
   * What to be called about; left out, unchanged.
   * @minItems 1
   */
  events?: WebhookEventType[];
  /**
   * HTTPS, on the public Internet; left out, unchanged.
   * @maxLength 2000
   */
  url?: string;
}

export interface UploadedTicketFileResponse {
  data: TicketAttachmentResponse;
  success: boolean;
}

export interface UsageBucketResponse {
  /** Bytes received through the proxies. */
  down: number;
  /** Refused requests and tunnels; those refused before they were let in are not in `requests`. */
  failures: number;
  /** When the hour, day or month begins. */
  from: string;
  /** The most connections that one proxy had open at once, at one gateway. */
  peak_connections: number;
  /** HTTP requests and tunnels that were let in. */
  requests: number;
  /** Bytes sent through the proxies. */
  up: number;
}

export interface UsageFailureResponse {
  /** What it means. */
  cause: string;
  count: number;
  /** What to do about it. */
  how_to_fix: string;
  /** When it was saved last, within seconds. */
  last_at: string;
  /** That of the header `X-Proxy-Error`. */
  reason: ProxyErrorReason;
  /** Name of the reason. */
  title: string;
}

export interface UsageFailuresResponse {
  /** Empty when nothing was refused. */
  data: UsageFailureResponse[];
  success: boolean;
}

export type UsageInterval = typeof UsageInterval[keyof typeof UsageInterval];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const UsageInterval = {
  hour: 'hour',
  day: 'day',
  month: 'month',
} as const;

/**
 * `http`: forwarded requests; `connect`: tunnels, as for HTTPS; `socks5`: with its UDP; `unknown`: not counted by protocol then.
 */
export type UsageProtocol = typeof UsageProtocol[keyof typeof UsageProtocol];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const UsageProtocol = {
  http: 'http',
  connect: 'connect',
  socks5: 'socks5',
  unknown: 'unknown',
} as const;

export interface UsageReportData {
  /** Oldest first; those without usage have zeros. */
  buckets: UsageBucketResponse[];
  /** The same sums by country, the most traffic first; countries without usage are left out. */
  countries: CountryUsageResponse[];
  /** When the first bucket begins. */
  from: string;
  interval: UsageInterval;
  /** The most connections that one proxy had open at once, at one gateway. */
  peak_connections: number;
  /**
   * When the traffic of the proxy will be used up at the rate of the last 24 hours, or else of the last 7 days; of several
proxies, the first that runs out. Null when none has a traffic limit and is in use.
   * @nullable
   */
  projected_end_at: string | null;
  /** The same sums by protocol, the most traffic first; protocols without usage are left out. */
  protocols: ProtocolUsageResponse[];
  /** When the last bucket ends. */
  to: string;
  /** Sums of the buckets. */
  totals: UsageTotalsResponse;
}

export interface UsageReportResponse {
  data: UsageReportData;
  success: boolean;
}

export interface UsageTargetResponse {
  /** Bytes received. */
  down: number;
  /**
   * Name or address without a port; null: hosts that are not listed. `udp`: datagrams over SOCKS5.
   * @nullable
   */
  host: string | null;
  /** HTTP requests and tunnels. */
  requests: number;
  /** Bytes sent. */
  up: number;
}

export interface UsageTargetsData {
  /** Whether hosts are counted now. */
  enabled: boolean;
  from: string;
  /** Days until they are deleted. */
  kept_days: number;
  /** The most traffic first, at most 100; the rest is one row. */
  targets: UsageTargetResponse[];
  to: string;
}

export interface UsageTargetsResponse {
  data: UsageTargetsData;
  success: boolean;
}

export interface UsageTotalsResponse {
  /** Bytes received through the proxies. */
  down: number;
  /** Refused requests and tunnels; those refused before they were let in are not in `requests`. */
  failures: number;
  /** HTTP requests and tunnels that were let in. */
  requests: number;
  /** Bytes sent through the proxies. */
  up: number;
}

/**
 * Null for a user who acts for the own account.
 * @nullable
 */
export type UserDataTeam = UserTeamData | null;

export interface UserData {
  created_at: string;
  email: string;
  /**
   * Null until the address is verified.
   * @nullable
   */
  email_verified_at: string | null;
  /** Whether a Google account is connected. */
  has_google: boolean;
  /** False for an account that only signs in with Google: see POST /profile/set-password. */
  has_password: boolean;
  id: number;
  /** Whether the password is one that staff gave. The owner should choose another at once: until then staff
can change nothing, and after 72 hours the password no longer signs in. */
  must_change_password: boolean;
  name: string;
  /** Of staff: what their role lets them do; empty for customers. */
  permissions: string[];
  /** @nullable */
  phone: string | null;
  role: Role;
  /** Whether the password was reset and others still have access, which is paused: see GET /user/security/review. */
  security_review: boolean;
  /**
   * Name of the role that staff have in place of a built-in one.
   * @nullable
   */
  staff_role: string | null;
  status: UserStatus;
  /**
   * Null for a user who acts for the own account.
   * @nullable
   */
  team: UserDataTeam;
  /** Whole naira; for a member of a team the owner's. */
  wallet_balance: number;
}

export interface UserEnvelopeData {
  user: UserData;
}

export interface UserResponse {
  data: UserEnvelopeData;
  message?: string;
  success: boolean;
}

export type UserStatus = typeof UserStatus[keyof typeof UserStatus];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const UserStatus = {
  active: 'active',
  inactive: 'inactive',
  suspended: 'suspended',
} as const;

export interface UserTeamData {
  owner_name: string;
  /** `buyer`: looks, buys and configures. `viewer`: only looks. */
  role: TeamRole;
}

export interface VerifiedEmailData {
  /** The verified address, to fill in at the sign-in. */
  email: string;
}

export interface VerifiedEmailResponse {
  data: VerifiedEmailData;
  message: string;
  success: boolean;
}

export interface VerifiedTransaction {
  /** Whole naira. */
  amount: number;
  created_at: string;
  currency: string;
  description: string;
  id: number;
  /**
   * Payment method; null until known.
   * @nullable
   */
  payment_method: string | null;
  /**
   * When it was settled or closed.
   * @nullable
   */
  processed_at: string | null;
  reference: string;
  status: PaymentStatus;
  /** Always credit. */
  type: TransactionType;
}

export interface VerifyPaymentData {
  /** The same as `transaction.status`. */
  status: PaymentStatus;
  transaction: VerifiedTransaction;
}

export interface VerifyPaymentResponse {
  data: VerifyPaymentData;
  message: string;
  success: boolean;
}

/**
 * Null for the owner of the account, and for a member of the team who has no limit or may not buy.
 * @nullable
 */
export type WalletDataSpendingLimits = SpendingLimitsResponse | null;

export interface WalletData {
  /** Spent per month since the first purchase, whole naira. */
  average_monthly: number;
  /** Whole naira, rounded down. */
  balance: number;
  currency: string;
  /** Owed after a chargeback, whole naira rounded up; later credits repay it first. */
  owed: number;
  /**
   * Null for the owner of the account, and for a member of the team who has no limit or may not buy.
   * @nullable
   */
  spending_limits: WalletDataSpendingLimits;
  symbol: string;
  /** Spent in the current month, whole naira. */
  this_month: number;
  /** Total top-ups, whole naira. */
  total_top_ups: number;
}

export interface WalletResponse {
  data: WalletData;
  success: boolean;
}

export interface WebhookData {
  created_at: string;
  /**
   * Why it was switched off after repeated failures; null otherwise.
   * @nullable
   */
  disabled_reason: string | null;
  enabled: boolean;
  events: WebhookEventType[];
  id: number;
  url: string;
}

export interface WebhookDeliveriesResponse {
  /** The last 50, newest first. */
  data: WebhookDeliveryData[];
  success: boolean;
}

export interface WebhookDeliveryData {
  attempts: number;
  created_at: string;
  /** The same in every attempt. */
  event_id: string;
  id: number;
  /** @nullable */
  last_attempt_at: string | null;
  /**
   * Of the last attempt; null when it was delivered.
   * @nullable
   */
  last_error: string | null;
  /**
   * Null when no attempt follows.
   * @nullable
   */
  next_attempt_at: string | null;
  /**
   * HTTP status of the last response; null without one.
   * @nullable
   */
  response_status: number | null;
  status: WebhookDeliveryStatus;
  /** Of `events`, or `webhook.test`. */
  type: string;
}

export type WebhookDeliveryStatus = typeof WebhookDeliveryStatus[keyof typeof WebhookDeliveryStatus];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const WebhookDeliveryStatus = {
  pending: 'pending',
  delivered: 'delivered',
  failed: 'failed',
} as const;

export type WebhookEventType = typeof WebhookEventType[keyof typeof WebhookEventType];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const WebhookEventType = {
  orderplaced: 'order.placed',
  orderdelivered: 'order.delivered',
  orderrefunded: 'order.refunded',
  paymentcredited: 'payment.credited',
  proxyexpiring: 'proxy.expiring',
  proxyexpired: 'proxy.expired',
  proxytraffic_low: 'proxy.traffic_low',
  renewalsucceeded: 'renewal.succeeded',
  renewalfailed: 'renewal.failed',
} as const;

export interface WebhookResponse {
  data: WebhookData;
  message: string;
  success: boolean;
}

export interface WebhookWithSecretData {
  created_at: string;
  /**
   * Why it was switched off after repeated failures; null otherwise.
   * @nullable
   */
  disabled_reason: string | null;
  enabled: boolean;
  events: WebhookEventType[];
  id: number;
  /** Verifies `Webhook-Signature`. Shown this once. */
  secret: string;
  url: string;
}

export interface WebhookWithSecretResponse {
  data: WebhookWithSecretData;
  message: string;
  success: boolean;
}

export interface WebhooksResponse {
  /** Newest first. */
  data: WebhookData[];
  success: boolean;
}

export type VerifyEmailQueryParams = {
/**
 * Expiry of the link, as Unix time in seconds.
 * @maxLength 20
 */
expires?: string;
/**
 * Hash of the e-mail address to verify.
 * @maxLength 128
 */
hash?: string;
/**
 * User id.
 * @maxLength 20
 */
id?: string;
/**
 * Signature of the link.
 * @maxLength 128
 */
signature?: string;
};

export type VerifyEmailParams = {
/**
 * Expiry of the link, as Unix time in seconds.
 * @maxLength 20
 */
expires?: string;
/**
 * Signature of the link.
 * @maxLength 128
 */
signature?: string;
};

export type VerifyPaymentParams = {
/**
 * Reference of one of your top-ups.
 * @maxLength 200
 */
reference: string;
};

export type ListTransactionsParams = {
/**
 * Only the transactions of the batch with this `batch_id`.
 */
batch?: string;
/**
 * First day of the period, in Nigerian time; from the first transaction on when left out.
 */
from?: string;
/**
 * `batch` shows transactions made together as one: the newest of those that match, with `batch`. The pagination counts
each batch once.
 */
group?: TransactionGrouping;
/**
 * Page number, from 1.
 * @minimum 1
 * @maximum 1000000
 */
page?: number;
/**
 * Rows per page, 1 to 100.
 * @minimum 1
 * @maximum 100
 */
per_page?: number;
/**
 * Substring of the reference, the description or the type.
 * @maxLength 100
 */
search?: string;
status?: TransactionStatus;
/**
 * Last day, inclusive; up to now when left out.
 */
to?: string;
};

export type PaymentStatementParams = {
/**
 * First day, in Nigerian time.
 */
from: string;
/**
 * Last day, inclusive.
 */
to: string;
};

export type PaymentStatsParams = {
/**
 * Month, 1 to 12. Defaults to the current month.
 * @minimum 1
 * @maximum 12
 */
month?: number;
/**
 * Defaults to the current year.
 * @minimum 2000
 * @maximum 2100
 */
year?: number;
};

export type RecentTransactionsParams = {
/**
 * Number of rows, 1 to 50. Defaults to 6.
 * @minimum 1
 * @maximum 50
 */
limit?: number;
};

export type TransactionsParams = {
/**
 * Only the transactions of the batch with this `batch_id`.
 */
batch?: string;
/**
 * First day of the period, in Nigerian time; from the first transaction on when left out.
 */
from?: string;
/**
 * `batch` shows transactions made together as one: the newest of those that match, with `batch`. The pagination counts
each batch once.
 */
group?: TransactionGrouping;
/**
 * Page number, from 1.
 * @minimum 1
 * @maximum 1000000
 */
page?: number;
/**
 * Rows per page, 1 to 100.
 * @minimum 1
 * @maximum 100
 */
per_page?: number;
/**
 * Substring of the reference, the description or the type.
 * @maxLength 100
 */
search?: string;
status?: TransactionStatus;
/**
 * Last day, inclusive; up to now when left out.
 */
to?: string;
};

export type ListInvoicesParams = {
/**
 * Page number, from 1.
 * @minimum 1
 * @maximum 1000000
 */
page?: number;
/**
 * Rows per page, 1 to 100.
 * @minimum 1
 * @maximum 100
 */
per_page?: number;
};

export type MonthlyInvoicesPdfParams = {
/**
 * In Nigerian time.
 * @pattern ^[1-9]\d{3}-(0[1-9]|1[0-2])$
 */
month: string;
};

export type GetReferralsParams = {
/**
 * Page number, from 1.
 * @minimum 1
 * @maximum 1000000
 */
page?: number;
/**
 * Rows per page, 1 to 100.
 * @minimum 1
 * @maximum 100
 */
per_page?: number;
};

export type CatalogParams = {
/**
 * Period in minutes: 43200 (default), 86400 or 129600.
 */
duration?: CatalogDuration;
/**
 * The product; only datacenter addresses are counted in stock.
 */
type?: DatacenterProduct;
};

export type CatalogDuration = typeof CatalogDuration[keyof typeof CatalogDuration];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const CatalogDuration = {
  NUMBER_43200: 43200,
  NUMBER_86400: 86400,
  NUMBER_129600: 129600,
} as const;

export type PoolCountriesParams = {
/**
 * Kind of the pool. Defaults to residential.
 */
connection_type?: ConnectionType;
};

export type DataCenterPricingParams = {
/**
 * Period in minutes: 43200 (default), 86400 or 129600.
 */
duration?: DataCenterPricingDuration;
};

export type DataCenterPricingDuration = typeof DataCenterPricingDuration[keyof typeof DataCenterPricingDuration];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const DataCenterPricingDuration = {
  NUMBER_43200: 43200,
  NUMBER_86400: 86400,
  NUMBER_129600: 129600,
} as const;

export type PoolCitiesParams = {
/**
 * Only ISPs of this city.
 */
city_code?: string;
/**
 * Kind of the pool. Defaults to residential.
 */
connection_type?: ConnectionType;
/**
 * Two-letter country code, case-insensitive. `zz` (random) has no regions, cities or ISPs.
 * @pattern ^[A-Za-z]{2}$
 */
country_code: string;
/**
 * Only cities and ISPs of this region.
 */
region_code?: string;
};

export type PoolIspsParams = {
/**
 * Only ISPs of this city.
 */
city_code?: string;
/**
 * Kind of the pool. Defaults to residential.
 */
connection_type?: ConnectionType;
/**
 * Two-letter country code, case-insensitive. `zz` (random) has no regions, cities or ISPs.
 * @pattern ^[A-Za-z]{2}$
 */
country_code: string;
/**
 * Only cities and ISPs of this region.
 */
region_code?: string;
};

export type PoolPricingParams = {
/**
 * Kind of the pool. Defaults to residential.
 */
connection_type?: ConnectionType;
/**
 * Two-letter country code of the place; the default prices without it.
 * @pattern ^[a-z]{2}$
 */
country_code?: string;
};

export type PoolRegionsParams = {
/**
 * Only ISPs of this city.
 */
city_code?: string;
/**
 * Kind of the pool. Defaults to residential.
 */
connection_type?: ConnectionType;
/**
 * Two-letter country code, case-insensitive. `zz` (random) has no regions, cities or ISPs.
 * @pattern ^[A-Za-z]{2}$
 */
country_code: string;
/**
 * Only cities and ISPs of this region.
 */
region_code?: string;
};

export type QuoteOrderBody = BuyProxiesDto | BuyDatacenterDto | ExtensionQuoteDto;

export type ListProxiesParams = {
/**
 * Page number, from 1.
 * @minimum 1
 * @maximum 1000000
 */
page?: number;
/**
 * Rows per page, 1 to 100.
 * @minimum 1
 * @maximum 100
 */
per_page?: number;
/**
 * Id, or a substring of uuid, type, country (code or name), IP address, host, username, note or tag.
 * @maxLength 100
 */
search?: string;
/**
 * `expired` includes every proxy past its expiry.
 */
status?: ProxyStatus;
/**
 * One of your tags, in any case.
 * @maxLength 32
 */
tag?: string;
/**
 * The short names are aliases of the full names.
 */
type?: ProxyTypeFilter;
};

export type ListEndpointsParams = {
/**
 * In place of `isp`: the AS number of a provider, with or without AS before it.
 * @nullable
 */
asn?: string | null;
/**
 * City code, where the proxy was bought for any city.
 * @nullable
 */
city?: string | null;
/**
 * Number of connections, each with a session of its own.
 * @minimum 1
 * @maximum 1000
 */
count?: number;
/**
 * Country code, where the proxy was bought for any country. The lines take several, which commas separate, in turn; 20 at most.
 * @nullable
 * @pattern ^[a-z]{2}(,[a-z]{2}){0,19}$
 */
country?: string | null;
/**
 * `json` when left out, and `txt` for a shared address.
 */
format?: ListFormat;
/**
 * Provider code, where the proxy was bought for any provider.
 * @nullable
 */
isp?: string | null;
/**
 * That of the proxy when left out.
 */
protocol?: Protocol;
/**
 * Region code, where the proxy was bought for any region.
 * @nullable
 */
region?: string | null;
/**
 * `sticky`: each connection keeps its address; `rotating`: a new address for every request.
 */
session?: ListSession;
/**
 * Of a line in `txt`: `host:port:user:pass` when left out, `user:pass@host:port`, or a URL.
 */
style?: LineStyle;
/**
 * Minutes that a sticky connection keeps its address; 0 as long as possible.
 * @minimum 0
 * @maximum 1440
 */
ttl_minutes?: number;
};

export type SharedListParams = {
/**
 * In place of `isp`: the AS number of a provider, with or without AS before it.
 * @nullable
 */
asn?: string | null;
/**
 * City code, where the proxy was bought for any city.
 * @nullable
 */
city?: string | null;
/**
 * Number of connections, each with a session of its own.
 * @minimum 1
 * @maximum 1000
 */
count?: number;
/**
 * Country code, where the proxy was bought for any country. The lines take several, which commas separate, in turn; 20 at most.
 * @nullable
 * @pattern ^[a-z]{2}(,[a-z]{2}){0,19}$
 */
country?: string | null;
/**
 * `json` when left out, and `txt` for a shared address.
 */
format?: ListFormat;
/**
 * Provider code, where the proxy was bought for any provider.
 * @nullable
 */
isp?: string | null;
/**
 * That of the proxy when left out.
 */
protocol?: Protocol;
/**
 * Region code, where the proxy was bought for any region.
 * @nullable
 */
region?: string | null;
/**
 * `sticky`: each connection keeps its address; `rotating`: a new address for every request.
 */
session?: ListSession;
/**
 * Of a line in `txt`: `host:port:user:pass` when left out, `user:pass@host:port`, or a URL.
 */
style?: LineStyle;
/**
 * Minutes that a sticky connection keeps its address; 0 as long as possible.
 * @minimum 0
 * @maximum 1440
 */
ttl_minutes?: number;
};

export type ProxyHistoryParams = {
/**
 * Page number, from 1.
 * @minimum 1
 * @maximum 1000000
 */
page?: number;
/**
 * Rows per page, 1 to 100.
 * @minimum 1
 * @maximum 100
 */
per_page?: number;
/**
 * Id, or a substring of uuid, type, country (code or name), IP address, host, username, note or tag.
 * @maxLength 100
 */
search?: string;
/**
 * `expired` includes every proxy past its expiry.
 */
status?: ProxyStatus;
/**
 * One of your tags, in any case.
 * @maxLength 32
 */
tag?: string;
/**
 * The short names are aliases of the full names.
 */
type?: ProxyTypeFilter;
};

export type UsageReportParams = {
/**
 * First day in Nigerian time, or a moment of ISO 8601 with its offset. It is moved back to the beginning of its hour,
day or month.
 */
from?: string;
/**
 * Length of a bucket, `day` when left out. Without `from` the last 24 hours, 30 days or 12 months are returned.
 */
interval?: UsageInterval;
/**
 * Id of one of your proxies; all of them when left out.
 * @minimum 1
 */
proxy_id?: number;
/**
 * Last day, inclusive, or a moment, exclusive. Now when left out.
 */
to?: string;
};

export type ProxyUsageParams = {
/**
 * Number of days, 1 to 90, including today. Defaults to 30.
 * @minimum 1
 * @maximum 90
 */
days?: number;
};

export type ExportUsageParams = {
/**
 * First day in Nigerian time, or a moment of ISO 8601 with its offset. It is moved back to the beginning of its hour,
day or month.
 */
from?: string;
/**
 * Length of a bucket, `day` when left out. Without `from` the last 24 hours, 30 days or 12 months are returned.
 */
interval?: UsageInterval;
/**
 * Id of one of your proxies; all of them when left out.
 * @minimum 1
 */
proxy_id?: number;
/**
 * Last day, inclusive, or a moment, exclusive. Now when left out.
 */
to?: string;
};

export type UsageFailuresParams = {
/**
 * First day in Nigerian time, or a moment of ISO 8601 with its offset. It is moved back to the beginning of its hour,
day or month.
 */
from?: string;
/**
 * Id of one of your proxies; all of them when left out.
 * @minimum 1
 */
proxy_id?: number;
/**
 * Last day, inclusive, or a moment, exclusive. Now when left out.
 */
to?: string;
};

export type UsageByTargetParams = {
/**
 * First day in Nigerian time, or a moment of ISO 8601 with its offset. It is moved back to the beginning of its hour,
day or month.
 */
from?: string;
/**
 * Id of one of your proxies; all of them when left out.
 * @minimum 1
 */
proxy_id?: number;
/**
 * Last day, inclusive, or a moment, exclusive. Now when left out.
 */
to?: string;
};

export type GetInvitationParams = {
/**
 * From the link of the email.
 * @maxLength 100
 */
token: string;
};

export type ExportAccountParams = {
/**
 * `json` where you do not say.
 */
format?: ExportAccountFormat;
/**
 * Of a CSV file, `transactions` where you do not say; JSON has all sections unless you name one.
 */
section?: ExportAccountSection;
};

export type ExportAccountFormat = typeof ExportAccountFormat[keyof typeof ExportAccountFormat];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ExportAccountFormat = {
  json: 'json',
  csv: 'csv',
} as const;

export type ExportAccountSection = typeof ExportAccountSection[keyof typeof ExportAccountSection];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ExportAccountSection = {
  profile: 'profile',
  notifications: 'notifications',
  inbox: 'inbox',
  sessions: 'sessions',
  activity: 'activity',
  transactions: 'transactions',
  invoices: 'invoices',
  billing_details: 'billing_details',
  payments: 'payments',
  naira_accounts: 'naira_accounts',
  referrals: 'referrals',
  orders: 'orders',
  proxies: 'proxies',
  sub_users: 'sub_users',
  address_replacements: 'address_replacements',
  usage: 'usage',
  usage_targets: 'usage_targets',
  api_keys: 'api_keys',
  allowed_addresses: 'allowed_addresses',
  webhooks: 'webhooks',
  tickets: 'tickets',
  ticket_messages: 'ticket_messages',
  ticket_attachments: 'ticket_attachments',
  team: 'team',
  team_invitations: 'team_invitations',
  team_spending: 'team_spending',
  notes: 'notes',
} as const;

export type ListNotificationsParams = {
/**
 * Page number, from 1.
 * @minimum 1
 * @maximum 1000000
 */
page?: number;
/**
 * Rows per page, 1 to 100.
 * @minimum 1
 * @maximum 100
 */
per_page?: number;
};

export type ListTicketsParams = {
/**
 * Page number, from 1.
 * @minimum 1
 * @maximum 1000000
 */
page?: number;
/**
 * Rows per page, 1 to 100.
 * @minimum 1
 * @maximum 100
 */
per_page?: number;
/**
 * Substring of the fields that the list searches, trimmed, up to 100 characters.
 * @maxLength 100
 */
search?: string;
status?: TicketStatus;
};

export type UploadTicketFileParams = {
/**
 * Of the file.
 * @minLength 1
 * @maxLength 200
 */
name: string;
};

export type GetStaffInvitationParams = {
/**
 * From the link of the email.
 * @maxLength 100
 */
token: string;
};

/**
 * @summary Creates a customer account and mails its verification link.
 */
export const getRegisterUrl = () => {


  

  return `/api/v1/auth/register`
}

export const register = async (registerDto: RegisterDto, options?: RequestOptions): Promise<UserResponse> => {
  
  return request<UserResponse>(getRegisterUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      registerDto,)
  }
);}



/**
 * Sets a cookie that only spares this browser the waits which wrong passwords of others cause.
 * @summary Signs in with e-mail and password.
 */
export const getLoginUrl = () => {


  

  return `/api/v1/auth/login`
}

export const login = async (loginDto: LoginDto, options?: RequestOptions): Promise<LoginResponse> => {
  
  return request<LoginResponse>(getLoginUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      loginDto,)
  }
);}



/**
 * @summary Ends the session: its token stops working immediately in every process.
 */
export const getLogoutUrl = () => {


  

  return `/api/v1/auth/logout`
}

export const logout = async ( options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getLogoutUrl(),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}



/**
 * @summary Enabled sign-in methods, site name and description, support chat and gateway address.
 */
export const getAuthConfigUrl = () => {


  

  return `/api/v1/auth/config`
}

export const authConfig = async ( options?: RequestOptions): Promise<AuthConfigResponse> => {
  
  return request<AuthConfigResponse>(getAuthConfigUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * The response is the same whether the account exists or not. A network waits one to five minutes between two requests for one account; a request from another network is answered by the code already on its way.
 * @summary Mails a six-digit code that is valid for ten minutes; the one before stays valid with it.
 */
export const getForgotPasswordUrl = () => {


  

  return `/api/v1/auth/forgot-password`
}

export const forgotPassword = async (emailDto: EmailDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getForgotPasswordUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      emailDto,)
  }
);}



/**
 * @summary Exchanges the one-time code of the callback for a session, in the same browser that started the sign-in.
 */
export const getGoogleVerifyTokenUrl = () => {


  

  return `/api/v1/auth/google/verify-token`
}

export const googleVerifyToken = async (googleTokenDto: GoogleTokenDto, options?: RequestOptions): Promise<LoginResponse> => {
  
  return request<LoginResponse>(getGoogleVerifyTokenUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      googleTokenDto,)
  }
);}



/**
 * The new token replaces the one of the call, which stops working. An account without a password signs in with Google again instead.
 * @summary Confirms the sign-in, after 403 REAUTHENTICATION_REQUIRED.
 */
export const getReauthenticateUrl = () => {


  

  return `/api/v1/auth/reauthenticate`
}

export const reauthenticate = async (reauthenticateDto: ReauthenticateDto, options?: RequestOptions): Promise<LoginResponse> => {
  
  return request<LoginResponse>(getReauthenticateUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      reauthenticateDto,)
  }
);}



/**
 * The response is the same whether the account exists or not.
 * @summary Mails a new verification link.
 */
export const getResendVerificationUrl = () => {


  

  return `/api/v1/auth/resend-verification`
}

export const resendVerification = async (emailDto: EmailDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getResendVerificationUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      emailDto,)
  }
);}



/**
 * @summary Sets a new password, consumes the code and ends every session of the user.
 */
export const getResetPasswordUrl = () => {


  

  return `/api/v1/auth/reset-password`
}

export const resetPassword = async (resetPasswordDto: ResetPasswordDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getResetPasswordUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      resetPasswordDto,)
  }
);}



/**
 * @summary Same as the call above, with all parameters in the query string.
 */
export const getVerifyEmailQueryUrl = (params?: VerifyEmailQueryParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/auth/verify-email?${stringifiedParams}` : `/api/v1/auth/verify-email`
}

export const verifyEmailQuery = async (params?: VerifyEmailQueryParams, options?: RequestOptions): Promise<VerifiedEmailResponse> => {
  
  return request<VerifiedEmailResponse>(getVerifyEmailQueryUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * Idempotent.
 * @summary Verifies an e-mail address with the parts of the mailed link.
 */
export const getVerifyEmailUrl = (id: string,
    hash: string,
    params?: VerifyEmailParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/auth/verify-email/${id}/${hash}?${stringifiedParams}` : `/api/v1/auth/verify-email/${id}/${hash}`
}

export const verifyEmail = async (id: string,
    hash: string,
    params?: VerifyEmailParams, options?: RequestOptions): Promise<VerifiedEmailResponse> => {
  
  return request<VerifiedEmailResponse>(getVerifyEmailUrl(id,hash,params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * Wrong attempts lead to growing waits, up to 15 minutes.
 * @summary Checks a code without consuming it.
 */
export const getVerifyResetTokenUrl = () => {


  

  return `/api/v1/auth/verify-reset-token`
}

export const verifyResetToken = async (resetCodeDto: ResetCodeDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getVerifyResetTokenUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      resetCodeDto,)
  }
);}



/**
 * It acts for you within its scopes, and never changes your password, your sessions or your keys. You are notified by email.
 * @summary Creates an API key, which is shown once.
 */
export const getCreateApiKeyUrl = () => {


  

  return `/api/v1/user/api-keys`
}

export const createApiKey = async (createApiKeyDto: CreateApiKeyDto, options?: RequestOptions): Promise<CreatedApiKeyResponse> => {
  
  return request<CreatedApiKeyResponse>(getCreateApiKeyUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      createApiKeyDto,)
  }
);}



/**
 * @summary Your API keys, newest first, without the keys themselves.
 */
export const getListApiKeysUrl = () => {


  

  return `/api/v1/user/api-keys`
}

export const listApiKeys = async ( options?: RequestOptions): Promise<ApiKeysResponse> => {
  
  return request<ApiKeysResponse>(getListApiKeysUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * Programs that use it get 401 at once; what they bought stays.
 * @summary Removes an API key.
 */
export const getRemoveApiKeyUrl = (id: number,) => {


  

  return `/api/v1/user/api-keys/${id}`
}

export const removeApiKey = async (id: number, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRemoveApiKeyUrl(id),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}



/**
 * @summary The wallet balance only.
 */
export const getGetWalletBalanceUrl = () => {


  

  return `/api/v1/wallet/balance`
}

export const getWalletBalance = async ( options?: RequestOptions): Promise<BalanceResponse> => {
  
  return request<BalanceResponse>(getGetWalletBalanceUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * The wallet is credited only when the provider's API confirms the payment; the redirect from the checkout confirms nothing.
 * @summary Starts a wallet top-up and returns the checkout page to open in the browser.
 */
export const getInitializeTopupUrl = () => {


  

  return `/api/v1/payments/initialize-topup`
}

export const initializeTopup = async (initializeTopupDto: InitializeTopupDto, options?: RequestOptions): Promise<InitializeTopupResponse> => {
  
  return request<InitializeTopupResponse>(getInitializeTopupUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      initializeTopupDto,)
  }
);}



/**
 * Idempotent: a payment is credited exactly once.
 * @summary Verifies one of your top-ups with the provider and settles it when it is paid.
 */
export const getVerifyPaymentUrl = (params: VerifyPaymentParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/payments/verify?${stringifiedParams}` : `/api/v1/payments/verify`
}

export const verifyPayment = async (params: VerifyPaymentParams, options?: RequestOptions): Promise<VerifyPaymentResponse> => {
  
  return request<VerifyPaymentResponse>(getVerifyPaymentUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * A transaction that moved money belongs to the day on which it did, any other to the day on which it was created.
 * @summary All transactions, newest first, paginated, with the balances of the period from `from` to `to`.
 */
export const getListTransactionsUrl = (params?: ListTransactionsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/payments/transactions?${stringifiedParams}` : `/api/v1/payments/transactions`
}

export const listTransactions = async (params?: ListTransactionsParams, options?: RequestOptions): Promise<TransactionListResponse> => {
  
  return request<TransactionListResponse>(getListTransactionsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * Its first row is the opening balance, its last the closing balance, both in the column `Balance after`; between them, successful and refunded transactions add up to the difference, to the kobo. A transaction that moved money is listed on the day on which it did.
 * @summary All transactions of a date range, oldest first, as a CSV file.
 */
export const getPaymentStatementUrl = (params: PaymentStatementParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/payments/statement?${stringifiedParams}` : `/api/v1/payments/statement`
}

export const paymentStatement = async (params: PaymentStatementParams, options?: RequestOptions): Promise<Blob> => {
  
  return request<Blob>(getPaymentStatementUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Spending, top-ups and success rate.
 */
export const getPaymentStatsUrl = (params?: PaymentStatsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/payments/stats?${stringifiedParams}` : `/api/v1/payments/stats`
}

export const paymentStats = async (params?: PaymentStatsParams, options?: RequestOptions): Promise<PaymentStatsResponse> => {
  
  return request<PaymentStatsResponse>(getPaymentStatsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary The newest transactions.
 */
export const getRecentTransactionsUrl = (params?: RecentTransactionsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/payments/transactions/recent?${stringifiedParams}` : `/api/v1/payments/transactions/recent`
}

export const recentTransactions = async (params?: RecentTransactionsParams, options?: RequestOptions): Promise<RecentTransactionsResponse> => {
  
  return request<RecentTransactionsResponse>(getRecentTransactionsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary The receipt of one of your completed top-ups, purchases or refunds, as PDF.
 */
export const getTransactionReceiptUrl = (id: number,) => {


  

  return `/api/v1/payments/transactions/${id}/receipt`
}

export const transactionReceipt = async (id: number, options?: RequestOptions): Promise<Blob> => {
  
  return request<Blob>(getTransactionReceiptUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * Repeating it changes nothing. The provider's checkout page stays open: a payment made there afterwards is still credited, once.
 * @summary Closes one of your pending top-ups on your statement.
 */
export const getCancelPaymentUrl = (reference: string,) => {


  

  return `/api/v1/payments/${reference}/cancel`
}

export const cancelPayment = async (reference: string, options?: RequestOptions): Promise<PaymentCheckoutResponse> => {
  
  return request<PaymentCheckoutResponse>(getCancelPaymentUrl(reference),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}



/**
 * @summary One of your top-ups: its status, and its checkout page while it can be paid.
 */
export const getGetPaymentCheckoutUrl = (reference: string,) => {


  

  return `/api/v1/payments/${reference}/checkout`
}

export const getPaymentCheckout = async (reference: string, options?: RequestOptions): Promise<PaymentCheckoutResponse> => {
  
  return request<PaymentCheckoutResponse>(getGetPaymentCheckoutUrl(reference),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Alias of `GET /payments/transactions`.
 */
export const getTransactionsUrl = (params?: TransactionsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/transactions?${stringifiedParams}` : `/api/v1/transactions`
}

export const transactions = async (params?: TransactionsParams, options?: RequestOptions): Promise<TransactionListResponse> => {
  
  return request<TransactionListResponse>(getTransactionsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * Send it as `coupon` of POST /payments/initialize-topup.
 * @summary What a code would add to a top-up.
 */
export const getQuoteCouponUrl = () => {


  

  return `/api/v1/user/coupons/quote`
}

export const quoteCoupon = async (couponQuoteDto: CouponQuoteDto, options?: RequestOptions): Promise<CouponQuoteResponse> => {
  
  return request<CouponQuoteResponse>(getQuoteCouponUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      couponQuoteDto,)
  }
);}



/**
 * @summary Your invoices and credit notes, newest first.
 */
export const getListInvoicesUrl = (params?: ListInvoicesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/invoices?${stringifiedParams}` : `/api/v1/user/invoices`
}

export const listInvoices = async (params?: ListInvoicesParams, options?: RequestOptions): Promise<InvoiceListResponse> => {
  
  return request<InvoiceListResponse>(getListInvoicesUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * It names your billing details. A transaction has one invoice: a repeated call returns it. Renewals with the same `batch_id` have one together. Refunds, earlier and later ones, get credit notes.
 * @summary Issues the invoice of one of your completed purchases, renewals or additions of traffic.
 */
export const getIssueInvoiceUrl = () => {


  

  return `/api/v1/user/invoices`
}

export const issueInvoice = async (issueInvoiceDto: IssueInvoiceDto, options?: RequestOptions): Promise<IssuedInvoiceResponse> => {
  
  return request<IssuedInvoiceResponse>(getIssueInvoiceUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      issueInvoiceDto,)
  }
);}



/**
 * @summary Your invoices and credit notes of a month in one document with their totals, as PDF.
 */
export const getMonthlyInvoicesPdfUrl = (params: MonthlyInvoicesPdfParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/invoices/monthly?${stringifiedParams}` : `/api/v1/user/invoices/monthly`
}

export const monthlyInvoicesPdf = async (params: MonthlyInvoicesPdfParams, options?: RequestOptions): Promise<Blob> => {
  
  return request<Blob>(getMonthlyInvoicesPdfUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary One of your invoices or credit notes, as PDF.
 */
export const getInvoicePdfUrl = (id: number,) => {


  

  return `/api/v1/user/invoices/${id}/pdf`
}

export const invoicePdf = async (id: number, options?: RequestOptions): Promise<Blob> => {
  
  return request<Blob>(getInvoicePdfUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Your account number at a bank: what is transferred to it is in your wallet within a minute.
 */
export const getGetNairaAccountUrl = () => {


  

  return `/api/v1/user/naira-account`
}

export const getNairaAccount = async ( options?: RequestOptions): Promise<NairaAccountResponse> => {
  
  return request<NairaAccountResponse>(getGetNairaAccountUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * Your BVN or NIN is passed on and not stored.
 * @summary Asks the bank for an account number in your name, once.
 */
export const getOpenNairaAccountUrl = () => {


  

  return `/api/v1/user/naira-account`
}

export const openNairaAccount = async (openNairaAccountDto: OpenNairaAccountDto, options?: RequestOptions): Promise<NairaAccountResponse> => {
  
  return request<NairaAccountResponse>(getOpenNairaAccountUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      openNairaAccountDto,)
  }
);}



/**
 * Idempotent.
 * @summary Asks the bank for transfers that have not been credited yet, and credits them.
 */
export const getCheckTransfersUrl = () => {


  

  return `/api/v1/user/naira-account/check`
}

export const checkTransfers = async ( options?: RequestOptions): Promise<CheckedTransfersResponse> => {
  
  return request<CheckedTransfersResponse>(getCheckTransfersUrl(),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}



/**
 * @summary Your invitation link, what it brings, and the customers who followed it.
 */
export const getGetReferralsUrl = (params?: GetReferralsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/referrals?${stringifiedParams}` : `/api/v1/user/referrals`
}

export const getReferrals = async (params?: GetReferralsParams, options?: RequestOptions): Promise<ReferralsResponse> => {
  
  return request<ReferralsResponse>(getGetReferralsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary The wallet balance with the statistics of the current month, and what is left of your limits as a member of a team.
 */
export const getGetWalletUrl = () => {


  

  return `/api/v1/wallet`
}

export const getWallet = async ( options?: RequestOptions): Promise<WalletResponse> => {
  
  return request<WalletResponse>(getGetWalletUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Countries with datacenter addresses, including those that are out of stock.
 */
export const getListCountriesUrl = () => {


  

  return `/api/v1/countries`
}

export const listCountries = async ( options?: RequestOptions): Promise<DatacenterCountriesResponse> => {
  
  return request<DatacenterCountriesResponse>(getListCountriesUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Available datacenter addresses per country; countries without stock are omitted.
 */
export const getCatalogUrl = (params?: CatalogParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/catalog?${stringifiedParams}` : `/api/v1/catalog`
}

export const catalog = async (params?: CatalogParams, options?: RequestOptions): Promise<CatalogResponse> => {
  
  return request<CatalogResponse>(getCatalogUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * `zz` (random) is always available too.
 * @summary Countries of residential or mobile exits.
 */
export const getPoolCountriesUrl = (params?: PoolCountriesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/pool/countries?${stringifiedParams}` : `/api/v1/pool/countries`
}

export const poolCountries = async (params?: PoolCountriesParams, options?: RequestOptions): Promise<PoolCountriesResponse> => {
  
  return request<PoolCountriesResponse>(getPoolCountriesUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary The price of one datacenter address for a period, in naira.
 */
export const getPriceQuoteUrl = () => {


  

  return `/api/v1/pricing`
}

export const priceQuote = async (priceQuoteDto: PriceQuoteDto, options?: RequestOptions): Promise<PriceQuoteResponse> => {
  
  return request<PriceQuoteResponse>(getPriceQuoteUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      priceQuoteDto,)
  }
);}



/**
 * @summary Periods, protocols and limits of datacenter proxies.
 */
export const getDataCenterInfoUrl = () => {


  

  return `/api/v1/data-center-info`
}

export const dataCenterInfo = async ( options?: RequestOptions): Promise<DatacenterInfoResponse> => {
  
  return request<DatacenterInfoResponse>(getDataCenterInfoUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Price of one datacenter address in every country with stock, in naira.
 */
export const getDataCenterPricingUrl = (params?: DataCenterPricingParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/data-center-pricing?${stringifiedParams}` : `/api/v1/data-center-pricing`
}

export const dataCenterPricing = async (params?: DataCenterPricingParams, options?: RequestOptions): Promise<DatacenterPricingResponse> => {
  
  return request<DatacenterPricingResponse>(getDataCenterPricingUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Current exchange rate: naira for one US dollar.
 */
export const getExchangeRateUrl = () => {


  

  return `/api/v1/exchange-rate`
}

export const exchangeRate = async ( options?: RequestOptions): Promise<ExchangeRateResponse> => {
  
  return request<ExchangeRateResponse>(getExchangeRateUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Cities of a country, or of one of its regions.
 */
export const getPoolCitiesUrl = (params: PoolCitiesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/pool/cities?${stringifiedParams}` : `/api/v1/pool/cities`
}

export const poolCities = async (params: PoolCitiesParams, options?: RequestOptions): Promise<PlacesResponse> => {
  
  return request<PlacesResponse>(getPoolCitiesUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary ISPs of a country, region or city.
 */
export const getPoolIspsUrl = (params: PoolIspsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/pool/isps?${stringifiedParams}` : `/api/v1/pool/isps`
}

export const poolIsps = async (params: PoolIspsParams, options?: RequestOptions): Promise<PlacesResponse> => {
  
  return request<PlacesResponse>(getPoolIspsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Traffic packages of a pool on sale in a country, with their price in naira.
 */
export const getPoolPricingUrl = (params?: PoolPricingParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/pool/pricing?${stringifiedParams}` : `/api/v1/pool/pricing`
}

export const poolPricing = async (params?: PoolPricingParams, options?: RequestOptions): Promise<PoolPricingResponse> => {
  
  return request<PoolPricingResponse>(getPoolPricingUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Regions of a country; empty for an unknown one and for `zz`.
 */
export const getPoolRegionsUrl = (params: PoolRegionsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/pool/regions?${stringifiedParams}` : `/api/v1/pool/regions`
}

export const poolRegions = async (params: PoolRegionsParams, options?: RequestOptions): Promise<PlacesResponse> => {
  
  return request<PlacesResponse>(getPoolRegionsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Exchange rate and markup behind the prices, and the limits of a top-up.
 */
export const getPricingInfoUrl = () => {


  

  return `/api/v1/pricing-info`
}

export const pricingInfo = async ( options?: RequestOptions): Promise<PricingInfoResponse> => {
  
  return request<PricingInfoResponse>(getPricingInfoUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * Takes the body of either purchase call, or that of a renewal or of added traffic with the `proxy_id`. Nothing is bought or reserved, and the stock is not checked. Send `total` as `expected_total` with the purchase to pay exactly that.
 * @summary The price of an order.
 */
export const getQuoteOrderUrl = () => {


  

  return `/api/v1/pricing/quote`
}

export const quoteOrder = async (quoteOrderBody: QuoteOrderBody, options?: RequestOptions): Promise<OrderQuoteResponse> => {
  
  return request<OrderQuoteResponse>(getQuoteOrderUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      quoteOrderBody,)
  }
);}



/**
 * That is the price of its unused traffic there, less what is paid for it. Send `difference` as `expected_total` with the purchase to pay exactly that.
 * @summary What moving a residential or mobile proxy to a place costs.
 */
export const getQuotePlaceUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/place/quote`
}

export const quotePlace = async (id: number,
    placeQuoteDto: PlaceQuoteDto, options?: RequestOptions): Promise<PlaceQuoteResponse> => {
  
  return request<PlaceQuoteResponse>(getQuotePlaceUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      placeQuoteDto,)
  }
);}



/**
 * Send `total` as `expected_total` with the renewal to pay exactly that.
 * @summary The price of a renewal.
 */
export const getQuoteRenewalUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/renewal/quote`
}

export const quoteRenewal = async (id: number,
    renewProxyDto: RenewProxyDto, options?: RequestOptions): Promise<OrderQuoteResponse> => {
  
  return request<OrderQuoteResponse>(getQuoteRenewalUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      renewProxyDto,)
  }
);}



/**
 * @summary Buys a traffic package of residential or mobile proxies, paid from the wallet.
 */
export const getBuyProxiesUrl = () => {


  

  return `/api/v1/proxies/buy`
}

export const buyProxies = async (buyProxiesDto: BuyProxiesDto, options?: RequestOptions): Promise<PurchaseResponse> => {
  
  return request<PurchaseResponse>(getBuyProxiesUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      buyProxiesDto,)
  }
);}



/**
 * @summary Buys dedicated datacenter addresses for a period, paid from the wallet.
 */
export const getBuyDatacenterUrl = () => {


  

  return `/api/v1/proxies/buy-datacenter`
}

export const buyDatacenter = async (buyDatacenterDto: BuyDatacenterDto, options?: RequestOptions): Promise<PurchaseResponse> => {
  
  return request<PurchaseResponse>(getBuyDatacenterUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      buyDatacenterDto,)
  }
);}



/**
 * It keeps its credentials; the period is added to its end (to now when it has expired), and the traffic of the package to what is left. A residential or mobile proxy can be renewed until 30 days after its end, a datacenter proxy until its end.
 * @summary Renews a proxy in place, paid from the wallet.
 */
export const getRenewProxyUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/renewal`
}

export const renewProxy = async (id: number,
    renewProxyDto: RenewProxyDto, options?: RequestOptions): Promise<RenewalResponse> => {
  
  return request<RenewalResponse>(getRenewProxyUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      renewProxyDto,)
  }
);}



/**
 * @summary Adds traffic to a residential or mobile proxy that has not expired, paid from the wallet; its end stays.
 */
export const getAddTrafficUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/traffic`
}

export const addTraffic = async (id: number,
    addTrafficDto: AddTrafficDto, options?: RequestOptions): Promise<RenewalResponse> => {
  
  return request<RenewalResponse>(getAddTrafficUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      addTrafficDto,)
  }
);}



/**
 * The wallet is charged once before each end, at the price of that day: 24 hours before it, or at once when it is nearer. If that fails it is tried again 12 and 2 hours before the end, and after a credit to the wallet; the third failure switches it off. You get a mail of each outcome. With `top_up_below_gb`, traffic is bought for a residential or mobile proxy as soon as less is left, at the price of that moment and within `monthly_limit`. What is refused is tried again every five minutes, and mailed once.
 * @summary Switches automatic renewal of a proxy, and automatic purchases of its traffic, on or off.
 */
export const getSetAutoRenewUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/auto-renew`
}

export const setAutoRenew = async (id: number,
    autoRenewDto: AutoRenewDto, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getSetAutoRenewUrl(id),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      autoRenewDto,)
  }
);}



/**
 * All its traffic may then leave in every place that costs no more, besides those it could before.
 * @summary Pays the difference from the wallet and moves the proxy there.
 */
export const getBuyPlaceUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/place`
}

export const buyPlace = async (id: number,
    buyPlaceDto: BuyPlaceDto, options?: RequestOptions): Promise<RenewalResponse> => {
  
  return request<RenewalResponse>(getBuyPlaceUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      buyPlaceDto,)
  }
);}



/**
 * The price of what is unused of the last payment for it, where the shop refunds that. `refund_window_days` and `refund_maximum_used_percent` of `GET /auth/config` are the rule.
 * @summary What you can have back for a proxy now.
 */
export const getQuoteProxyRefundUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/refund`
}

export const quoteProxyRefund = async (id: number, options?: RequestOptions): Promise<ProxyRefundResponse> => {
  
  return request<ProxyRefundResponse>(getQuoteProxyRefundUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * The proxy ends for good, or what its last renewal gave is taken back.
 * @summary Refunds what is unused into the wallet.
 */
export const getRefundProxyUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/refund`
}

export const refundProxy = async (id: number,
    refundProxyDto: RefundProxyDto, options?: RequestOptions): Promise<RefundedProxyResponse> => {
  
  return request<RefundedProxyResponse>(getRefundProxyUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      refundProxyDto,)
  }
);}



/**
 * @summary Your proxies, newest first, with statistics of all of them.
 */
export const getListProxiesUrl = (params?: ListProxiesParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/proxies?${stringifiedParams}` : `/api/v1/user/proxies`
}

export const listProxies = async (params?: ListProxiesParams, options?: RequestOptions): Promise<ProxyListResponse> => {
  
  return request<ProxyListResponse>(getListProxiesUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary One of your proxies.
 */
export const getGetProxyUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}`
}

export const getProxy = async (id: number, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getGetProxyUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * Each has a session of its own, at a place within what you bought, and works at once. The same request returns the same sessions again.
 * @summary What programs enter to use one of your proxies, one or up to a thousand connections.
 */
export const getListEndpointsUrl = (id: number,
    params?: ListEndpointsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/proxies/${id}/endpoints?${stringifiedParams}` : `/api/v1/user/proxies/${id}/endpoints`
}

export const listEndpoints = async (id: number,
    params?: ListEndpointsParams, options?: RequestOptions): Promise<ConnectionListResponse | string> => {
  
  return request<ConnectionListResponse | string>(getListEndpointsUrl(id,params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * New connections use it; open connections stay on the old address until they end.
 * @summary Gives a session of a residential or mobile proxy a new address now, another one where the location has a choice.
 */
export const getRotateSessionUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/rotate`
}

export const rotateSession = async (id: number,
    rotateSessionDto: RotateSessionDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRotateSessionUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      rotateSessionDto,)
  }
);}



/**
 * Counts as your traffic: about 1 KB.
 * @summary Uses a proxy once and tells where it leaves from, or why it fails.
 */
export const getTestProxyUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/test`
}

export const testProxy = async (id: number,
    proxyTestDto: ProxyTestDto, options?: RequestOptions): Promise<ProxyTestResponse> => {
  
  return request<ProxyTestResponse>(getTestProxyUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      proxyTestDto,)
  }
);}



/**
 * @summary The connections of the proxy whose owner made this address, as `GET /user/proxies/{id}/endpoints` lists them.
 */
export const getSharedListUrl = (token: string,
    params?: SharedListParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/lists/${token}?${stringifiedParams}` : `/api/v1/lists/${token}`
}

export const sharedList = async (token: string,
    params?: SharedListParams, options?: RequestOptions): Promise<ConnectionListResponse | string> => {
  
  return request<ConnectionListResponse | string>(getSharedListUrl(token,params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * It takes effect within a few seconds.
 * @summary Changes the protocol of a datacenter proxy.
 */
export const getUpdateDatacenterUrl = () => {


  

  return `/api/v1/proxies/update-datacenter`
}

export const updateDatacenter = async (updateDatacenterDto: UpdateDatacenterDto, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getUpdateDatacenterUrl(),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      updateDatacenterDto,)
  }
);}



/**
 * Its traffic may leave in every place that cost no more when it was bought; a more expensive one is bought with `POST /user/proxies/{id}/place`.
 * @summary Changes location, session and protocol of a residential or mobile proxy.
 */
export const getUpdateResidentialMobileUrl = () => {


  

  return `/api/v1/proxies/update-residential-mobile`
}

export const updateResidentialMobile = async (updateResidentialMobileDto: UpdateResidentialMobileDto, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getUpdateResidentialMobileUrl(),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      updateResidentialMobileDto,)
  }
);}



/**
 * @summary The same list as `GET /user/proxies`.
 */
export const getProxyHistoryUrl = (params?: ProxyHistoryParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/proxy/history?${stringifiedParams}` : `/api/v1/proxy/history`
}

export const proxyHistory = async (params?: ProxyHistoryParams, options?: RequestOptions): Promise<ProxyListResponse> => {
  
  return request<ProxyListResponse>(getProxyHistoryUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary The addresses from which your proxies can be used without a password.
 */
export const getGetAllowedAddressesUrl = () => {


  

  return `/api/v1/user/allowed-addresses`
}

export const getAllowedAddresses = async ( options?: RequestOptions): Promise<AllowedAddressesResponse> => {
  
  return request<AllowedAddressesResponse>(getGetAllowedAddressesUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * An address that is new to your account is `pending` until you send one request from there with the username and password of one of your proxies. It belongs to one customer at a time, and is pending again when it was not used for 30 days. Changes are in force at every gateway within five seconds; connections that an address had opened without a password are closed when it is removed. From an active address any password is accepted for the username of the proxy. Without a username it has to be allowed for exactly one active proxy.
 * @summary Replaces the list of all your proxies or of one.
 */
export const getReplaceAllowedAddressesUrl = () => {


  

  return `/api/v1/user/allowed-addresses`
}

export const replaceAllowedAddresses = async (allowedAddressesDto: AllowedAddressesDto, options?: RequestOptions): Promise<AllowedAddressesResponse> => {
  
  return request<AllowedAddressesResponse>(getReplaceAllowedAddressesUrl(),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      allowedAddressesDto,)
  }
);}



/**
 * @summary The tags of your proxies, and how many proxies have each.
 */
export const getListTagsUrl = () => {


  

  return `/api/v1/user/proxies/tags`
}

export const listTags = async ( options?: RequestOptions): Promise<TagsResponse> => {
  
  return request<TagsResponse>(getListTagsUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * Programs that reconnect are served again.
 * @summary Closes all open connections of one of your proxies.
 */
export const getCloseConnectionsUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/connections`
}

export const closeConnections = async (id: number, options?: RequestOptions): Promise<ClosedConnectionsResponse> => {
  
  return request<ClosedConnectionsResponse>(getCloseConnectionsUrl(id),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}



/**
 * @summary The open connections of one of your proxies at all gateways, at this moment.
 */
export const getListConnectionsUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/connections`
}

export const listConnections = async (id: number, options?: RequestOptions): Promise<ConnectionsResponse> => {
  
  return request<ConnectionsResponse>(getListConnectionsUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * Nothing is stored about them either way.
 * @summary Chooses whether the list names the hosts that connections go to.
 */
export const getUpdateConnectionSettingsUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/connections/settings`
}

export const updateConnectionSettings = async (id: number,
    connectionSettingsDto: ConnectionSettingsDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getUpdateConnectionSettingsUrl(id),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      connectionSettingsDto,)
  }
);}



/**
 * @summary Closes one connection.
 */
export const getCloseConnectionUrl = (id: number,
    connectionId: string,) => {


  

  return `/api/v1/user/proxies/${id}/connections/${connectionId}`
}

export const closeConnection = async (id: number,
    connectionId: string, options?: RequestOptions): Promise<ClosedConnectionsResponse> => {
  
  return request<ClosedConnectionsResponse>(getCloseConnectionUrl(id,connectionId),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}



/**
 * @summary Changes your note and your tags on one of your proxies; the list can be filtered by a tag.
 */
export const getSetLabelsUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/labels`
}

export const setLabels = async (id: number,
    proxyLabelsDto: ProxyLabelsDto, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getSetLabelsUrl(id),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      proxyLabelsDto,)
  }
);}



/**
 * The username and password of the proxy stay; reissue them if somebody has seen them.
 * @summary Revokes the address.
 */
export const getRevokeListTokenUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/list-token`
}

export const revokeListToken = async (id: number, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRevokeListTokenUrl(id),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}



/**
 * @summary Whether the connections of one of your proxies are shared under an address, and when it was last used.
 */
export const getGetListTokenUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/list-token`
}

export const getListToken = async (id: number, options?: RequestOptions): Promise<SharedListResponse> => {
  
  return request<SharedListResponse>(getGetListTokenUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * It is shown once; an earlier one stops working. It gives the username and password of the proxy, also after they are reissued, and nothing of your account. It ends when the API key that created it is removed or expires, when the member of your team who created it leaves, is removed or becomes a viewer, and with a password reset.
 * @summary Creates the address under which programs fetch the connections of one of your proxies without a sign-in.
 */
export const getCreateListTokenUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/list-token`
}

export const createListToken = async (id: number, options?: RequestOptions): Promise<NewSharedListResponse> => {
  
  return request<NewSharedListResponse>(getCreateListTokenUrl(id),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}



/**
 * The old ones stop working immediately and their connections are closed. A list address of the proxy stays and gives the new ones.
 * @summary Reissues the username and password of one of your proxies, for example after a leak.
 */
export const getReissueCredentialsUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/reissue-credentials`
}

export const reissueCredentials = async (id: number, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getReissueCredentialsUrl(id),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}



/**
 * Host, port, username and password stay; the old address stops working and its connections are closed. An address that is reported dead is tested first, which takes up to 30 seconds.
 * @summary Gives a datacenter proxy another address of the same country, free of charge and at most twice in 30 days.
 */
export const getReplaceAddressUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/replacement`
}

export const replaceAddress = async (id: number,
    replaceAddressDto: ReplaceAddressDto, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getReplaceAddressUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      replaceAddressDto,)
  }
);}



/**
 * @summary Puts a proxy that you suspended back into service, unless staff have suspended it too.
 */
export const getResumeProxyUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/resume`
}

export const resumeProxy = async (id: number, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getResumeProxyUrl(id),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}



/**
 * @summary The people whom you let use one of your proxies, with their passwords and what they have used.
 */
export const getListSubUsersUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/sub-users`
}

export const listSubUsers = async (id: number, options?: RequestOptions): Promise<SubUsersResponse> => {
  
  return request<SubUsersResponse>(getListSubUsersUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * Their traffic counts as yours, and ends at their limits of a day and a month even if the proxy has more.
 * @summary Gives somebody a username and a password for one of your proxies.
 */
export const getCreateSubUserUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/sub-users`
}

export const createSubUser = async (id: number,
    createSubUserDto: CreateSubUserDto, options?: RequestOptions): Promise<SubUserResultResponse> => {
  
  return request<SubUserResultResponse>(getCreateSubUserUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      createSubUserDto,)
  }
);}



/**
 * What they have used stays in the usage of the proxy.
 * @summary Removes a sub-user, and cuts their open connections.
 */
export const getRemoveSubUserUrl = (id: number,
    subUserId: number,) => {


  

  return `/api/v1/user/proxies/${id}/sub-users/${subUserId}`
}

export const removeSubUser = async (id: number,
    subUserId: number, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRemoveSubUserUrl(id,subUserId),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}



/**
 * Works at every gateway within seconds.
 * @summary Changes the limits of a sub-user, or shuts them out for now.
 */
export const getChangeSubUserUrl = (id: number,
    subUserId: number,) => {


  

  return `/api/v1/user/proxies/${id}/sub-users/${subUserId}`
}

export const changeSubUser = async (id: number,
    subUserId: number,
    changeSubUserDto: ChangeSubUserDto, options?: RequestOptions): Promise<SubUserResultResponse> => {
  
  return request<SubUserResultResponse>(getChangeSubUserUrl(id,subUserId),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      changeSubUserDto,)
  }
);}



/**
 * The old one stops working at once, also in open connections.
 * @summary Gives a sub-user a new password.
 */
export const getResetSubUserPasswordUrl = (id: number,
    subUserId: number,) => {


  

  return `/api/v1/user/proxies/${id}/sub-users/${subUserId}/password`
}

export const resetSubUserPassword = async (id: number,
    subUserId: number, options?: RequestOptions): Promise<SubUserResultResponse> => {
  
  return request<SubUserResultResponse>(getResetSubUserPasswordUrl(id,subUserId),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}



/**
 * @summary Takes one of your proxies out of service until you resume it: nothing connects, and its end stays.
 */
export const getSuspendProxyUrl = (id: number,) => {


  

  return `/api/v1/user/proxies/${id}/suspend`
}

export const suspendProxy = async (id: number, options?: RequestOptions): Promise<ProxyDetailResponse> => {
  
  return request<ProxyDetailResponse>(getSuspendProxyUrl(id),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}



/**
 * @summary Whether you can have some residential traffic free of charge, once.
 */
export const getGetTrialUrl = () => {


  

  return `/api/v1/user/trial`
}

export const getTrial = async ( options?: RequestOptions): Promise<TrialResponse> => {
  
  return request<TrialResponse>(getGetTrialUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * Each person has it once: per account, mailbox and network address, and a few people a day per domain of mail. Nothing is charged, and nothing can be refunded; a renewal or added traffic makes it a proxy like others.
 * @summary A residential proxy with the traffic of the trial, free of charge.
 */
export const getClaimTrialUrl = () => {


  

  return `/api/v1/user/trial`
}

export const claimTrial = async (claimTrialDto: ClaimTrialDto, options?: RequestOptions): Promise<ClaimedTrialResponse> => {
  
  return request<ClaimedTrialResponse>(getClaimTrialUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      claimTrialDto,)
  }
);}



/**
 * Buckets begin in Nigerian time, oldest first, empty ones included. Their sums are what the proxies were metered, to the byte. At most 31 days by hour, 400 days by day and 5 years by month. Hours of usage are kept for 400 days and failures for 90.
 * @summary Traffic, requests and failures of your proxies by hour, day or month.
 */
export const getUsageReportUrl = (params?: UsageReportParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/usage?${stringifiedParams}` : `/api/v1/user/usage`
}

export const usageReport = async (params?: UsageReportParams, options?: RequestOptions): Promise<UsageReportResponse> => {
  
  return request<UsageReportResponse>(getUsageReportUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Traffic of one of your proxies per day, oldest first, today last.
 */
export const getProxyUsageUrl = (id: number,
    params?: ProxyUsageParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/proxies/${id}/usage?${stringifiedParams}` : `/api/v1/user/proxies/${id}/usage`
}

export const proxyUsage = async (id: number,
    params?: ProxyUsageParams, options?: RequestOptions): Promise<ProxyUsageResponse> => {
  
  return request<ProxyUsageResponse>(getProxyUsageUrl(id,params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary The buckets of the same report as a CSV file, with the beginning of each in Nigerian time.
 */
export const getExportUsageUrl = (params?: ExportUsageParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/usage/export?${stringifiedParams}` : `/api/v1/user/usage/export`
}

export const exportUsage = async (params?: ExportUsageParams, options?: RequestOptions): Promise<Blob> => {
  
  return request<Blob>(getExportUsageUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * The most frequent is first. Only requests with the right credentials count. Of the last 30 days where you do not say, and of at most 400.
 * @summary Refused requests of your proxies by reason, with how to fix each.
 */
export const getUsageFailuresUrl = (params?: UsageFailuresParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/usage/failures?${stringifiedParams}` : `/api/v1/user/usage/failures`
}

export const usageFailures = async (params?: UsageFailuresParams, options?: RequestOptions): Promise<UsageFailuresResponse> => {
  
  return request<UsageFailuresResponse>(getUsageFailuresUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * The totals of your usage stay.
 * @summary Deletes what was counted by host.
 */
export const getDeleteUsageTargetsUrl = () => {


  

  return `/api/v1/user/usage/targets`
}

export const deleteUsageTargets = async ( options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getDeleteUsageTargetsUrl(),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}



/**
 * Nothing is counted until you switch it on; never more than the host is kept, and that for 30 days.
 * @summary Traffic and requests of your proxies by host, by days in Nigerian time.
 */
export const getUsageByTargetUrl = (params?: UsageByTargetParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/usage/targets?${stringifiedParams}` : `/api/v1/user/usage/targets`
}

export const usageByTarget = async (params?: UsageByTargetParams, options?: RequestOptions): Promise<UsageTargetsResponse> => {
  
  return request<UsageTargetsResponse>(getUsageByTargetUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Switches the count by host on or off, for all your proxies.
 */
export const getChooseUsageTargetsUrl = () => {


  

  return `/api/v1/user/usage/targets`
}

export const chooseUsageTargets = async (chooseUsageTargetsDto: ChooseUsageTargetsDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getChooseUsageTargetsUrl(),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      chooseUsageTargetsDto,)
  }
);}



/**
 * @summary The people who act for you with a sign-in of their own, and open invitations.
 */
export const getGetTeamUrl = () => {


  

  return `/api/v1/user/team`
}

export const getTeam = async ( options?: RequestOptions): Promise<TeamResponse> => {
  
  return request<TeamResponse>(getGetTeamUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * An open one to the same address is replaced. A team has at most 20 members and 20 open invitations.
 * @summary Mails an invitation, which works for seven days.
 */
export const getInviteMemberUrl = () => {


  

  return `/api/v1/user/team/invitations`
}

export const inviteMember = async (inviteMemberDto: InviteMemberDto, options?: RequestOptions): Promise<SentInvitationResponse> => {
  
  return request<SentInvitationResponse>(getInviteMemberUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      inviteMemberDto,)
  }
);}



/**
 * @summary Who invites whom, for the holder of the link in the email.
 */
export const getGetInvitationUrl = (params: GetInvitationParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/auth/team-invitation?${stringifiedParams}` : `/api/v1/auth/team-invitation`
}

export const getInvitation = async (params: GetInvitationParams, options?: RequestOptions): Promise<InvitationOfferResponse> => {
  
  return request<InvitationOfferResponse>(getGetInvitationUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * The link of the email proves the address, so that no verification follows.
 * @summary Opens an account for the invited address, joins the team and signs in.
 */
export const getRegisterMemberUrl = () => {


  

  return `/api/v1/auth/team-invitation/register`
}

export const registerMember = async (joinAsNewDto: JoinAsNewDto, options?: RequestOptions): Promise<LoginResponse> => {
  
  return request<LoginResponse>(getRegisterMemberUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      joinAsNewDto,)
  }
);}



/**
 * From then on you act for the owner who sent it. Your account must have no balance, payments, rewards, proxies or team of its own.
 * @summary Accepts an invitation to the email address of your account.
 */
export const getAcceptInvitationUrl = () => {


  

  return `/api/v1/user/team/accept`
}

export const acceptInvitation = async (invitationTokenDto: InvitationTokenDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getAcceptInvitationUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      invitationTokenDto,)
  }
);}



/**
 * @summary Revokes an invitation: its link stops working.
 */
export const getRevokeInvitationUrl = (id: number,) => {


  

  return `/api/v1/user/team/invitations/${id}`
}

export const revokeInvitation = async (id: number, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRevokeInvitationUrl(id),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}



/**
 * @summary Leaves the team that you are a member of.
 */
export const getLeaveTeamUrl = () => {


  

  return `/api/v1/user/team/leave`
}

export const leaveTeam = async ( options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getLeaveTeamUrl(),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}



/**
 * What the member bought stays yours.
 * @summary Removes a member at once.
 */
export const getRemoveMemberUrl = (id: number,) => {


  

  return `/api/v1/user/team/members/${id}`
}

export const removeMember = async (id: number, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRemoveMemberUrl(id),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}



/**
 * @summary Changes role and limits of a member, from the next request of the member on.
 */
export const getChangeMemberUrl = (id: number,) => {


  

  return `/api/v1/user/team/members/${id}`
}

export const changeMember = async (id: number,
    teamRightsDto: TeamRightsDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getChangeMemberUrl(id),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      teamRightsDto,)
  }
);}



/**
 * The header `Webhook-Signature` has a time and an HMAC-SHA256 over `<time>.<body>` with the secret that is shown once. Answer with a 2xx status within 10 seconds; otherwise the event is sent again after 1, 5 and 30 minutes, 2 and 6 hours. An event may arrive twice, with the same id.
 * @summary Registers a URL that is called with a POST about each chosen event.
 */
export const getCreateWebhookUrl = () => {


  

  return `/api/v1/user/webhooks`
}

export const createWebhook = async (createWebhookDto: CreateWebhookDto, options?: RequestOptions): Promise<WebhookWithSecretResponse> => {
  
  return request<WebhookWithSecretResponse>(getCreateWebhookUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      createWebhookDto,)
  }
);}



/**
 * @summary Your webhooks, newest first, without their secrets.
 */
export const getListWebhooksUrl = () => {


  

  return `/api/v1/user/webhooks`
}

export const listWebhooks = async ( options?: RequestOptions): Promise<WebhooksResponse> => {
  
  return request<WebhooksResponse>(getListWebhooksUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Sends an event of the type `webhook.test` to a webhook.
 */
export const getTestWebhookUrl = (id: number,) => {


  

  return `/api/v1/user/webhooks/${id}/test`
}

export const testWebhook = async (id: number, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getTestWebhookUrl(id),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}



/**
 * @summary The last 50 deliveries of a webhook, newest first.
 */
export const getListWebhookDeliveriesUrl = (id: number,) => {


  

  return `/api/v1/user/webhooks/${id}/deliveries`
}

export const listWebhookDeliveries = async (id: number, options?: RequestOptions): Promise<WebhookDeliveriesResponse> => {
  
  return request<WebhookDeliveriesResponse>(getListWebhookDeliveriesUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Removes a webhook with its log; nothing is sent to it any more.
 */
export const getRemoveWebhookUrl = (id: number,) => {


  

  return `/api/v1/user/webhooks/${id}`
}

export const removeWebhook = async (id: number, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRemoveWebhookUrl(id),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}



/**
 * @summary Changes the URL or events of a webhook, or switches it on or off.
 */
export const getUpdateWebhookUrl = (id: number,) => {


  

  return `/api/v1/user/webhooks/${id}`
}

export const updateWebhook = async (id: number,
    updateWebhookDto: UpdateWebhookDto, options?: RequestOptions): Promise<WebhookResponse> => {
  
  return request<WebhookResponse>(getUpdateWebhookUrl(id),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      updateWebhookDto,)
  }
);}



/**
 * @summary Sends an event again, with the same id.
 */
export const getRedeliverWebhookUrl = (id: number,
    deliveryId: number,) => {


  

  return `/api/v1/user/webhooks/${id}/deliveries/${deliveryId}/redeliver`
}

export const redeliverWebhook = async (id: number,
    deliveryId: number, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRedeliverWebhookUrl(id,deliveryId),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}



/**
 * For 24 hours events are signed with both, each in a `v1`.
 * @summary Makes a new secret for a webhook.
 */
export const getRotateWebhookSecretUrl = (id: number,) => {


  

  return `/api/v1/user/webhooks/${id}/secret`
}

export const rotateWebhookSecret = async (id: number, options?: RequestOptions): Promise<WebhookWithSecretResponse> => {
  
  return request<WebhookWithSecretResponse>(getRotateWebhookSecretUrl(id),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}



/**
 * @summary Traffic and spending of the last six months.
 */
export const getMonthlyUsageUrl = () => {


  

  return `/api/v1/dashboard/monthly-usage`
}

export const monthlyUsage = async ( options?: RequestOptions): Promise<MonthlyUsageResponse> => {
  
  return request<MonthlyUsageResponse>(getMonthlyUsageUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary The five latest transactions.
 */
export const getRecentActivityUrl = () => {


  

  return `/api/v1/dashboard/recent-activity`
}

export const recentActivity = async ( options?: RequestOptions): Promise<RecentActivityResponse> => {
  
  return request<RecentActivityResponse>(getRecentActivityUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary The four figures of the dashboard with their change over 30 days.
 */
export const getDashboardStatsUrl = () => {


  

  return `/api/v1/dashboard/stats`
}

export const dashboardStats = async ( options?: RequestOptions): Promise<DashboardStatsResponse> => {
  
  return request<DashboardStatsResponse>(getDashboardStatsUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Everything the customer's dashboard shows.
 */
export const getPaymentDashboardUrl = () => {


  

  return `/api/v1/payments/dashboard`
}

export const paymentDashboard = async ( options?: RequestOptions): Promise<PaymentDashboardResponse> => {
  
  return request<PaymentDashboardResponse>(getPaymentDashboardUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary The signed-in user's profile; same as `GET /user/info`.
 */
export const getGetProfileUrl = () => {


  

  return `/api/v1/profile`
}

export const getProfile = async ( options?: RequestOptions): Promise<UserResponse> => {
  
  return request<UserResponse>(getGetProfileUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Sets a new password and ends the user's other sessions; the current one stays valid.
 */
export const getChangePasswordUrl = () => {


  

  return `/api/v1/profile/change-password`
}

export const changePassword = async (changePasswordDto: ChangePasswordDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getChangePasswordUrl(),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      changePasswordDto,)
  }
);}



/**
 * @summary Your notification preferences.
 */
export const getGetNotificationsUrl = () => {


  

  return `/api/v1/profile/notifications`
}

export const getNotifications = async ( options?: RequestOptions): Promise<NotificationsResponse> => {
  
  return request<NotificationsResponse>(getGetNotificationsUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Updates your notification preferences; omitted fields stay unchanged.
 */
export const getUpdateNotificationsUrl = () => {


  

  return `/api/v1/profile/notifications`
}

export const updateNotifications = async (updateNotificationsDto: UpdateNotificationsDto, options?: RequestOptions): Promise<NotificationsResponse> => {
  
  return request<NotificationsResponse>(getUpdateNotificationsUrl(),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      updateNotificationsDto,)
  }
);}



/**
 * @summary Your active sessions, most recently used first.
 */
export const getListSessionsUrl = () => {


  

  return `/api/v1/profile/sessions`
}

export const listSessions = async ( options?: RequestOptions): Promise<SessionsResponse> => {
  
  return request<SessionsResponse>(getListSessionsUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * Another needs a sign-in within the last 15 minutes.
 * @summary Revokes one of your sessions; revoking the current one signs you out.
 */
export const getRevokeSessionUrl = (id: string,) => {


  

  return `/api/v1/profile/sessions/${id}`
}

export const revokeSession = async (id: string, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getRevokeSessionUrl(id),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}



/**
 * @summary Sets the first password of an account that only signs in with Google, and ends the user's other sessions.
 */
export const getSetPasswordUrl = () => {


  

  return `/api/v1/profile/set-password`
}

export const setPassword = async (setPasswordDto: SetPasswordDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getSetPasswordUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      setPasswordDto,)
  }
);}



/**
 * @summary Changes the signed-in user's name.
 */
export const getUpdateNameUrl = () => {


  

  return `/api/v1/profile/update-name`
}

export const updateName = async (updateNameDto: UpdateNameDto, options?: RequestOptions): Promise<UserResponse> => {
  
  return request<UserResponse>(getUpdateNameUrl(),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      updateNameDto,)
  }
);}



/**
 * Proxies stop, unused traffic and time are lost, sessions, API keys and webhooks end, and personal data is erased. Records of payments stay. Needs a recent sign-in; API keys cannot call it.
 * @summary Deletes your account for good.
 */
export const getDeleteAccountUrl = () => {


  

  return `/api/v1/user`
}

export const deleteAccount = async ( options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getDeleteAccountUrl(),
  {      
    ...options,
    method: 'DELETE'
    
    
  }
);}



/**
 * @summary The name and address on your invoices.
 */
export const getGetBillingDetailsUrl = () => {


  

  return `/api/v1/user/billing-details`
}

export const getBillingDetails = async ( options?: RequestOptions): Promise<BillingDetailsResponse> => {
  
  return request<BillingDetailsResponse>(getGetBillingDetailsUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * Invoices that were issued keep theirs.
 * @summary Replaces the name and address on your invoices.
 */
export const getSaveBillingDetailsUrl = () => {


  

  return `/api/v1/user/billing-details`
}

export const saveBillingDetails = async (saveBillingDetailsDto: SaveBillingDetailsDto, options?: RequestOptions): Promise<BillingDetailsResponse> => {
  
  return request<BillingDetailsResponse>(getSaveBillingDetailsUrl(),
  {      
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      saveBillingDetailsDto,)
  }
);}



/**
 * Needs a sign-in within the last 15 minutes.
 * @summary Mails a code to the present and another to the new address, each valid for 10 minutes.
 */
export const getBeginEmailChangeUrl = () => {


  

  return `/api/v1/user/email-change`
}

export const beginEmailChange = async (emailDto: EmailDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getBeginEmailChangeUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      emailDto,)
  }
);}



/**
 * @summary Changes the address with both codes, and ends your other sessions.
 */
export const getConfirmEmailChangeUrl = () => {


  

  return `/api/v1/user/email-change/confirm`
}

export const confirmEmailChange = async (confirmEmailChangeDto: ConfirmEmailChangeDto, options?: RequestOptions): Promise<UserResponse> => {
  
  return request<UserResponse>(getConfirmEmailChangeUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      confirmEmailChangeDto,)
  }
);}



/**
 * As JSON all sections in `data`, as CSV one section. Money is in naira with two decimals, times are in UTC.
 * @summary Exports everything that the shop stores about you, without passwords and secrets.
 */
export const getExportAccountUrl = (params?: ExportAccountParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/export?${stringifiedParams}` : `/api/v1/user/export`
}

export const exportAccount = async (params?: ExportAccountParams, options?: RequestOptions): Promise<Blob> => {
  
  return request<Blob>(getExportAccountUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary The signed-in user with the wallet balance.
 */
export const getUserInfoUrl = () => {


  

  return `/api/v1/user/info`
}

export const userInfo = async ( options?: RequestOptions): Promise<UserResponse> => {
  
  return request<UserResponse>(getUserInfoUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Two-factor status of the signed-in account.
 */
export const getGetTwoFactorUrl = () => {


  

  return `/api/v1/user/second-factor`
}

export const getTwoFactor = async ( options?: RequestOptions): Promise<TwoFactorResponse> => {
  
  return request<TwoFactorResponse>(getGetTwoFactorUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * It takes effect once a code is confirmed within 15 minutes.
 * @summary Creates a secret for an authenticator app.
 */
export const getBeginTwoFactorUrl = () => {


  

  return `/api/v1/user/second-factor/begin`
}

export const beginTwoFactor = async (beginTwoFactorDto: BeginTwoFactorDto, options?: RequestOptions): Promise<TwoFactorSetupResponse> => {
  
  return request<TwoFactorSetupResponse>(getBeginTwoFactorUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      beginTwoFactorDto,)
  }
);}



/**
 * @summary Enables two-factor authentication with a first code, ends your other sessions and returns ten recovery codes.
 */
export const getConfirmTwoFactorUrl = () => {


  

  return `/api/v1/user/second-factor/confirm`
}

export const confirmTwoFactor = async (confirmTwoFactorDto: ConfirmTwoFactorDto, options?: RequestOptions): Promise<RecoveryCodesResponse> => {
  
  return request<RecoveryCodesResponse>(getConfirmTwoFactorUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      confirmTwoFactorDto,)
  }
);}



/**
 * @summary Disables two-factor authentication.
 */
export const getDisableTwoFactorUrl = () => {


  

  return `/api/v1/user/second-factor/disable`
}

export const disableTwoFactor = async (disableTwoFactorDto: DisableTwoFactorDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getDisableTwoFactorUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      disableTwoFactorDto,)
  }
);}



/**
 * Needs a sign-in within the last 15 minutes.
 * @summary Makes ten new recovery codes, which void those before.
 */
export const getReplaceRecoveryCodesUrl = () => {


  

  return `/api/v1/user/second-factor/recovery-codes`
}

export const replaceRecoveryCodes = async ( options?: RequestOptions): Promise<RecoveryCodesResponse> => {
  
  return request<RecoveryCodesResponse>(getReplaceRecoveryCodesUrl(),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}



/**
 * Team members, open invitations, addresses without a password, sub-users, webhooks, API keys and Google sign-in. After a reset of the password those from before are paused until you have decided about them.
 * @summary What others may use your account with, to keep or to remove.
 */
export const getGetSecurityReviewUrl = () => {


  

  return `/api/v1/user/security/review`
}

export const getSecurityReview = async ( options?: RequestOptions): Promise<SecurityReviewResponse> => {
  
  return request<SecurityReviewResponse>(getGetSecurityReviewUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * What you keep works again, and events that were waiting for a webhook are delivered. What you remove ends at once, an API key with the list addresses that it created. A review that is due ends with a decision about every item, which may take several calls: those before the last one only remove, and the last one may keep all others by `keep_rest`.
 * @summary Keeps and removes what others may use your account with.
 */
export const getDecideSecurityReviewUrl = () => {


  

  return `/api/v1/user/security/review`
}

export const decideSecurityReview = async (reviewDecisionDto: ReviewDecisionDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getDecideSecurityReviewUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      reviewDecisionDto,)
  }
);}



/**
 * @summary Your notifications of the last 90 days, newest first, whether or not they were also emailed.
 */
export const getListNotificationsUrl = (params?: ListNotificationsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/user/notifications?${stringifiedParams}` : `/api/v1/user/notifications`
}

export const listNotifications = async (params?: ListNotificationsParams, options?: RequestOptions): Promise<InboxResponse> => {
  
  return request<InboxResponse>(getListNotificationsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Marks notifications as read; ids that are not yours are ignored.
 */
export const getMarkNotificationsReadUrl = () => {


  

  return `/api/v1/user/notifications/read`
}

export const markNotificationsRead = async (markNotificationsReadDto: MarkNotificationsReadDto, options?: RequestOptions): Promise<UnreadNotificationsResponse> => {
  
  return request<UnreadNotificationsResponse>(getMarkNotificationsReadUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      markNotificationsReadDto,)
  }
);}



/**
 * @summary What the shop tells its customers at the moment.
 */
export const getListAnnouncementsUrl = () => {


  

  return `/api/v1/user/announcements`
}

export const listAnnouncements = async ( options?: RequestOptions): Promise<OwnAnnouncementsResponse> => {
  
  return request<OwnAnnouncementsResponse>(getListAnnouncementsUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * Answers are in the ticket, and are sent by email.
 * @summary Writes to support.
 */
export const getOpenTicketUrl = () => {


  

  return `/api/v1/tickets`
}

export const openTicket = async (openTicketDto: OpenTicketDto, options?: RequestOptions): Promise<TicketResponse> => {
  
  return request<TicketResponse>(getOpenTicketUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      openTicketDto,)
  }
);}



/**
 * @summary Your conversations with support, the last changed first, searched by number and subject.
 */
export const getListTicketsUrl = (params?: ListTicketsParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/tickets?${stringifiedParams}` : `/api/v1/tickets`
}

export const listTickets = async (params?: ListTicketsParams, options?: RequestOptions): Promise<TicketListResponse> => {
  
  return request<TicketListResponse>(getListTicketsUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary A ticket with its messages.
 */
export const getGetTicketUrl = (id: number,) => {


  

  return `/api/v1/tickets/${id}`
}

export const getTicket = async (id: number, options?: RequestOptions): Promise<TicketResponse> => {
  
  return request<TicketResponse>(getGetTicketUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Writes another message, which opens a closed ticket again.
 */
export const getReplyToTicketUrl = (id: number,) => {


  

  return `/api/v1/tickets/${id}/messages`
}

export const replyToTicket = async (id: number,
    ticketReplyDto: TicketReplyDto, options?: RequestOptions): Promise<TicketResponse> => {
  
  return request<TicketResponse>(getReplyToTicketUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      ticketReplyDto,)
  }
);}



/**
 * At most six in 15 minutes from one IP address.
 * @summary Sends a message to the shop's support.
 */
export const getContactSalesUrl = () => {


  

  return `/api/v1/contact`
}

export const contactSales = async (contactDto: ContactDto, options?: RequestOptions): Promise<MessageResponse> => {
  
  return request<MessageResponse>(getContactSalesUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      contactDto,)
  }
);}



/**
 * The body is the file.
 * @summary Stores a file for your next message: an image, a PDF or text of up to 5 MB.
 */
export const getUploadTicketFileUrl = (params: UploadTicketFileParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/tickets/attachments?${stringifiedParams}` : `/api/v1/tickets/attachments`
}

export const uploadTicketFile = async (uploadTicketFileBody: Blob,
    params: UploadTicketFileParams, options?: RequestOptions): Promise<UploadedTicketFileResponse> => {
  
  return request<UploadedTicketFileResponse>(getUploadTicketFileUrl(params),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', ...options?.headers },
    body: JSON.stringify(
      uploadTicketFileBody,)
  }
);}



/**
 * @summary A file of a message, as a download.
 */
export const getDownloadTicketFileUrl = (id: number,) => {


  

  return `/api/v1/tickets/attachments/${id}`
}

export const downloadTicketFile = async (id: number, options?: RequestOptions): Promise<Blob> => {
  
  return request<Blob>(getDownloadTicketFileUrl(id),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Closes a ticket.
 */
export const getCloseTicketUrl = (id: number,) => {


  

  return `/api/v1/tickets/${id}/close`
}

export const closeTicket = async (id: number, options?: RequestOptions): Promise<TicketResponse> => {
  
  return request<TicketResponse>(getCloseTicketUrl(id),
  {      
    ...options,
    method: 'POST'
    
    
  }
);}



/**
 * @summary Marks the messages of a ticket as read, up to the one given.
 */
export const getMarkTicketReadUrl = (id: number,) => {


  

  return `/api/v1/tickets/${id}/read`
}

export const markTicketRead = async (id: number,
    ticketReadDto: TicketReadDto, options?: RequestOptions): Promise<UnreadTicketsResponse> => {
  
  return request<UnreadTicketsResponse>(getMarkTicketReadUrl(id),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      ticketReadDto,)
  }
);}



/**
 * @summary Liveness: the process runs.
 */
export const getLiveUrl = () => {


  

  return `/api/v1/health/live`
}

export const live = async ( options?: RequestOptions): Promise<HealthResponse> => {
  
  return request<HealthResponse>(getLiveUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Readiness: PostgreSQL and, where configured, Redis respond.
 */
export const getReadyUrl = () => {


  

  return `/api/v1/health/ready`
}

export const ready = async ( options?: RequestOptions): Promise<HealthResponse> => {
  
  return request<HealthResponse>(getReadyUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary The state of each part of the shop with its uptime of 90 days, and open incidents.
 */
export const getGetStatusUrl = () => {


  

  return `/api/v1/status`
}

export const getStatus = async ( options?: RequestOptions): Promise<StatusResponse> => {
  
  return request<StatusResponse>(getGetStatusUrl(),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary What an invitation offers.
 */
export const getGetStaffInvitationUrl = (params: GetStaffInvitationParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {
    
    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : value.toString())
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `/api/v1/auth/staff-invitation?${stringifiedParams}` : `/api/v1/auth/staff-invitation`
}

export const getStaffInvitation = async (params: GetStaffInvitationParams, options?: RequestOptions): Promise<StaffInvitationOfferResponse> => {
  
  return request<StaffInvitationOfferResponse>(getGetStaffInvitationUrl(params),
  {      
    ...options,
    method: 'GET'
    
    
  }
);}



/**
 * @summary Accepts an invitation with a name and password, and signs in.
 */
export const getAcceptStaffInvitationUrl = () => {


  

  return `/api/v1/auth/staff-invitation`
}

export const acceptStaffInvitation = async (acceptStaffInvitationDto: AcceptStaffInvitationDto, options?: RequestOptions): Promise<LoginResponse> => {
  
  return request<LoginResponse>(getAcceptStaffInvitationUrl(),
  {      
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify(
      acceptStaffInvitationDto,)
  }
);}
