import type { ConnectionResponse } from './connectionResponse';

export interface ConnectionsData {
  /** False when a gateway did not answer within a second, whose connections are missing. */
  complete: boolean;
  /** Newest first, 500 at most. */
  connections: ConnectionResponse[];
  show_targets: boolean;
  /** All that are open, also those not listed. */
  total: number;
}
