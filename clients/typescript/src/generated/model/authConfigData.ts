import type { UdpByKindResponse } from './udpByKindResponse';

export interface AuthConfigData {
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
  /** Whether customers are rewarded for inviting others. */
  referrals: boolean;
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
  /** Ways to pay a top-up, for `channel` of POST /payments/initialize-topup; empty when the checkout decides. */
  topup_channels: string[];
  /** Whether the SOCKS5 port of the gateway relays UDP (UDP ASSOCIATE), by kind of proxy. */
  udp: UdpByKindResponse;
}
