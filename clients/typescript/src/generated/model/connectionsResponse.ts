import type { ConnectionsData } from './connectionsData';

export interface ConnectionsResponse {
  data: ConnectionsData;
  success: boolean;
}
