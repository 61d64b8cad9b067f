/** Whether the SOCKS5 port relays UDP for proxies of a kind. */
export class UdpByKindResponse {
  datacenter: boolean;
  residential: boolean;
  mobile: boolean;
}

export class MaintenanceResponse {
  /** @example Buying is paused for maintenance. Your proxies keep working. */
  message: string;
  /** When buying is on again; null when it is not known. */
  until: Date | null;
}

export class AuthConfigData {
  /** Whether sign-in with Google is enabled. */
  google: boolean;
  /** Whether an e-mail address must be verified before the first sign-in. */
  email_verification: boolean;
  /** @example NairaProxy */
  site_name: string;
  site_description: string;
  /** True when payments are simulated and mails go to an inbox on this site. */
  sandbox: boolean;
  /** @example support@example.com */
  support_email: string;
  /** URL of the support chat; null when there is none. */
  support_chat_url: string | null;
  /** When a person of support replies, as the end of a sentence. @example within one working day */
  support_reply_time: string;
  /** As registered; the site name until it is set. @example NairaProxy Ltd */
  company_name: string;
  /** Lines separated by line feeds; empty when there is none. */
  company_address: string;
  /** Registration number of the company. @example 1234567 */
  rc_number: string | null;
  /** HTTP address of the gateway, as host:port. @example proxy.example.com:3128 */
  gateway_address: string;
  /**
   * Port of the gateway for an HTTP proxy over TLS (`https://` proxy), which encrypts the login and password on
   * the way; null when there is none. @example 3129
   */
  gateway_https_port: number | null;
  /** Whether the SOCKS5 port of the gateway relays UDP (UDP ASSOCIATE), by kind of proxy. */
  udp: UdpByKindResponse;
  /** Ways to pay a top-up, for `channel` of POST /payments/initialize-topup; empty when the checkout decides. @example ["card", "bank_transfer"] */
  topup_channels: string[];
  /** Whether customers are rewarded for inviting others. @example true */
  referrals: boolean;
  /** Residential traffic of the free trial, MB of 2^20 bytes; 0 when there is none. @example 100 */
  trial_megabytes: number;
  /** Why nothing can be bought at the moment (503 `MAINTENANCE`); null while it can. */
  maintenance: MaintenanceResponse | null;
  /** Days after a payment in which you can refund what is unused; 0 when you cannot. @example 3 */
  refund_window_days: number;
  /** Most that may be used of it then, percent. @example 20 */
  refund_maximum_used_percent: number;
}
