import type { ConnectionProtocol } from '../../common/gateway/gateway-messages';
import type { Place } from '../auth/credential';
import { ProxyError, type ProxyErrorReason } from '../proxy-error';
import type { OpenConnection, ProxyAccount } from './proxy-account';
import type { SubUserMeter } from './sub-user-meter';
import type { Direction } from './usage-store';

/** `CLOSED`: by its owner or by staff. */
export type CutReason = ProxyErrorReason | 'IDLE' | 'SHUTDOWN' | 'CLOSED';

/** The last bytes that were paid for are on their way. */
export const isUsedUp = (reason: CutReason): boolean =>
  reason === 'QUOTA_EXCEEDED' || reason === 'SUB_USER_LIMIT';

/** Both ends of a connection. Kept in memory while it is open, and not logged. */
export interface Peer {
  /** Address of the client. */
  readonly client: string;
  /** Host of the target. */
  readonly target: string;
}

const UNKNOWN_PEER: Peer = { client: '', target: '' };
let opened = 0;

/** Sends the reason of a cut to a client that has no response yet. */
export function toCutError(reason: CutReason): ProxyError {
  if (reason === 'IDLE')
    return new ProxyError('TARGET_TIMEOUT', undefined, undefined, 'http_response_timeout');
  if (reason === 'SHUTDOWN') return new ProxyError('UNAVAILABLE', 'The gateway is restarting.');
  if (reason === 'CLOSED')
    return new ProxyError('UNAVAILABLE', 'The connection was closed on request.');
  return new ProxyError(reason);
}

/** One tunnel or forwarded request: the unit of connection limits and cuts. */
export class LiveConnection implements OpenConnection {
  /** Within this process. */
  readonly serial = ++opened;
  readonly startedAt = Date.now();
  lastActivity = this.startedAt;
  up = 0;
  down = 0;
  #end: ((reason: CutReason) => void) | undefined;
  #closed = false;
  closedBy: CutReason | 'PEER' = 'PEER';

  constructor(
    readonly account: ProxyAccount,
    /** Password digest at authentication: a changed digest cuts the connection. Null when it came by its address. */
    readonly digest: Buffer | null,
    readonly protocol: ConnectionProtocol,
    private readonly onClose: (connection: LiveConnection) => void,
    readonly session = '',
    readonly peer = UNKNOWN_PEER,
    /** Whose password it was, other than the owner's. */
    readonly subUser?: SubUserMeter,
    readonly place?: Place,
  ) {
    if (subUser) subUser.open++;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Registers the cut handler; called at most once, immediately when the connection was cut already. */
  onCut(end: (reason: CutReason) => void): void {
    this.#end = end;
    if (this.#closed && this.closedBy !== 'PEER') end(this.closedBy);
  }

  /**
   * Charges bytes about to be relayed.
   * @returns how many of them may pass now; after fewer than requested, hold the rest back and call `onMore`.
   */
  take(direction: Direction, bytes: number): number {
    const allowed = this.account.take(direction, bytes, this);
    this.lastActivity = Date.now();
    if (direction === 'up') this.up += allowed;
    else this.down += allowed;
    return allowed;
  }

  /**
   * Calls back once when `take` may allow more bytes; not after the connection has ended, and where the quota is
   * used up, every connection of the proxy is cut.
   */
  onMore(resume: () => void): void {
    const holdsBack = this.subUser?.isDry ? this.subUser : this.account;
    holdsBack.lease.onMore(() => {
      if (!this.#closed) resume();
    });
  }

  cut(reason: CutReason): void {
    if (this.#closed) return;
    this.closedBy = reason;
    this.close();
    this.#end?.(reason);
  }

  /** Releases the connection slot; idempotent. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.account.connections.delete(this);
    if (this.subUser) this.subUser.open--;
    this.onClose(this);
  }
}
