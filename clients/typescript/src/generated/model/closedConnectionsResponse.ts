import type { ClosedConnectionsData } from './closedConnectionsData';

export interface ClosedConnectionsResponse {
  data: ClosedConnectionsData;
  message: string;
  success: boolean;
}
