
export interface ClosedConnectionsData {
  /** How many were closed. */
  closed: number;
}
