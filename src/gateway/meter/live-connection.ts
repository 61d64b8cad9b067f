import { ProxyError, type ProxyErrorReason } from '../proxy-error';
import type { Direction, OpenConnection, ProxyAccount } from './proxy-account';

export type Protocol = 'http' | 'connect' | 'socks5';
export type CutReason = ProxyErrorReason | 'IDLE' | 'SHUTDOWN';

/** Sends the reason of a cut to a client that has no response yet. */
export function toCutError(reason: CutReason): ProxyError {
  if (reason === 'IDLE') return new ProxyError('TARGET_TIMEOUT');
  if (reason === 'SHUTDOWN') return new ProxyError('UNAVAILABLE', 'The gateway is restarting.');
  return new ProxyError(reason);
}

/** One tunnel or forwarded request: the unit of connection limits and cuts. */
export class LiveConnection implements OpenConnection {
  readonly startedAt = Date.now();
  lastActivity = this.startedAt;
  up = 0;
  down = 0;
  #end: ((reason: CutReason) => void) | undefined;
  #closed = false;
  closedBy: CutReason | 'PEER' = 'PEER';

  constructor(
    readonly account: ProxyAccount,
    /** Password digest at authentication: a changed digest cuts the connection. */
    readonly digest: Buffer,
    readonly protocol: Protocol,
    private readonly onClose: (connection: LiveConnection) => void,
  ) {}

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
   * @returns how many of them may still pass; fewer than requested means that the quota is used up.
   */
  take(direction: Direction, bytes: number): number {
    const allowed = this.account.take(direction, bytes);
    this.lastActivity = Date.now();
    if (direction === 'up') this.up += allowed;
    else this.down += allowed;
    return allowed;
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
    this.onClose(this);
  }
}
