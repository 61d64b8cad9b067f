/** A proxy whose renewal is due, leased to one worker. */
export interface DueRenewal {
  readonly proxyId: number;
  readonly userId: number;
  /** The member of the owner's team within whose limits it is charged. */
  readonly memberId: number | null;
  readonly gigabytes: number | null;
  readonly durationMinutes: number | null;
  /** The end of the proxy that is to move. */
  readonly endsAt: Date;
  /** The same with all digits, as text of the database. */
  readonly cycle: string;
  /** The attempt that is due: hours before the end. */
  readonly hours: number;
}
