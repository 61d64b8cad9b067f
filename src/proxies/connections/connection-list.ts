import { type GatewayReply, MAX_LISTED_CONNECTIONS } from '../../common/gateway/gateway-messages';
import type { LiveConnectionList } from './live-connections.types';

/** The newest connections of all gateways together. */
export function toConnectionList(
  replies: readonly GatewayReply[],
): Omit<LiveConnectionList, 'isComplete'> {
  const connections = replies
    .flatMap(({ gateway, connections: reported }) =>
      reported.map((each) => ({
        id: each.id,
        gateway,
        startedAt: new Date(each.startedAt),
        protocol: each.protocol,
        clientAddress: each.client,
        targetHost: each.target,
        session: each.session,
        bytesUp: each.up,
        bytesDown: each.down,
      })),
    )
    .sort((one, other) => other.startedAt.getTime() - one.startedAt.getTime())
    .slice(0, MAX_LISTED_CONNECTIONS);
  return { connections, total: replies.reduce((sum, { count }) => sum + count, 0) };
}
