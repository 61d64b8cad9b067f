import type { Logger } from 'pino';
import type { AllowedAddressSource } from './access/allowed-address-source';
import type { CredentialSource } from './auth/credential';
import type { OffSaleSource } from './auth/off-sale';
import type { TargetBlockSource } from './blocks/target-block-source';
import type { CommandStore } from './commands/command-store';
import type { ExitSource } from './exits/exit';
import type { GatewayOptions } from './gateway-options';
import type { UsageSpool } from './meter/usage-spool';
import type { UsageStore } from './meter/usage-store';
import type { NetworkUsageStore } from './network-usage/network-usage-store';
import type { NetworkAccountStore } from './networks/network-account-store';
import type { NameResolver } from './net/name-resolver';
import type { GuardOptions } from './net/target-guard';
import type { ProbeStore } from './probes/probe-store';
import type { ConnectionTally } from './process/connection-tally';
import type { TargetUsageStore } from './targets/target-usage-store';
import type { UdpKindSource } from './socks/udp-kind-source';

/** Dependencies of the gateway: PostgreSQL and DNS in production, in-memory ones in tests. */
export interface GatewayDependencies {
  credentials: CredentialSource;
  exits: ExitSource;
  usage: UsageStore;
  /** Where usage waits that the database does not take; without it a gateway stops relaying then. */
  spool?: UsageSpool;
  log: Logger;
  resolver?: NameResolver;
  /** Without it nothing is blocked beside what is never reached. */
  blocks?: TargetBlockSource;
  /** Without it everybody needs a password. */
  addresses?: AllowedAddressSource;
  /** Without it there is no UDP. */
  udpKinds?: UdpKindSource;
  /** Without it every country is on sale. */
  offSale?: OffSaleSource;
  /** Without it the gateway takes no commands. */
  commands?: CommandStore;
  /** Without it the gateway probes nothing. */
  probes?: ProbeStore;
  /** Without it nobody is told of networks whose account is refused. */
  networkAccounts?: NetworkAccountStore;
  /** Without it nobody learns what the networks of providers carry. */
  networkUsage?: NetworkUsageStore;
  /** Without it no host is counted. */
  targetUsage?: TargetUsageStore;
  /** See `GuardOptions.allow`; never set from the configuration. */
  allow?: GuardOptions['allow'];
  /** Connections in the gateway's other processes; without it there are none. */
  tally?: ConnectionTally;
  options?: Partial<GatewayOptions>;
}
