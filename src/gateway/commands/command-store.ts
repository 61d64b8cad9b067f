import type { GatewayCommand, GatewayReply } from '../../common/gateway/gateway-messages';

export interface StoredCommand extends GatewayCommand {
  readonly proxyId: number;
}

/** Commands to all gateways and their answers: PostgreSQL, or memory in a test. Both methods reject when it is down. */
export abstract class CommandStore {
  /** Null when the command is over. */
  abstract find(id: string): Promise<StoredCommand | null>;
  /** Without effect when the command is over, or `holder` has answered. */
  abstract reply(id: string, holder: string, reply: GatewayReply): Promise<void>;
}
