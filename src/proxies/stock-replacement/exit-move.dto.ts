export class MovedProxyResponse {
  proxy_id: number;
  user_id: number;
  /** @example Ada Obi */
  customer: string;
  /** @example 203.0.113.7 */
  from: string;
  /** As of now: a purchase may take it before. Null when no address is free that outlives the proxy. */
  to: string | null;
}

export class ExitMoveResponse {
  id: number;
  reason: string;
  /** @example Ngozi Eze */
  started_by: string;
  /** Proxies on the exit when it began. */
  total: number;
  moved: number;
  /** Those for which no address was free. */
  stayed: number;
  created_at: Date;
  /** Null while it goes on. */
  finished_at: Date | null;
}

export class ExitCustomersData {
  /** Customers with proxies on addresses of the exit. */
  customers: number;
  proxies: number;
  /** Those for which another address of the country is free. */
  movable: number;
  /** At most 200, in the order in which they would be moved. */
  moves: MovedProxyResponse[];
  /** The last move off the exit; null without one. */
  last_move: ExitMoveResponse | null;
}
