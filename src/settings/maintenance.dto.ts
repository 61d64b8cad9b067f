/** Why nothing can be bought now. */
export class Maintenance {
  /** @example Buying is paused for maintenance. Your proxies keep working. */
  message: string;
  /** When buying is on again; null when it is not known. */
  until: Date | null;
}
