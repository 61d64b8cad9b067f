import type { Socket } from 'node:net';
import type { LiveConnection } from '../meter/live-connection';
import { type ProxyError, MalformedRequest, TooManyAttempts } from '../proxy-error';
import { type Admission, Exchange } from './exchange';
import { RequestHead, findRequestHead, MalformedMessage } from './message-heads';
import type { Duplex } from 'node:stream';
import type { Close } from '../net/close';
import { discardInput, formatError } from './own-responses';
import { writeShared } from '../net/shared-reads';
import type { TargetConnection } from './target-connection';

/** What a session serves requests with. */
export interface SessionHost {
  admit(head: RequestHead): Promise<Admission>;
  /** CONNECT: the socket, paused, is the host's from here on, with what followed the request in it. */
  connect(head: RequestHead): void;
  /** Joins the client with a target that agreed to another protocol. */
  tunnel(target: Socket, connection: LiveConnection): void;
  /** Counts a refusal. */
  toRefusal(error: unknown): ProxyError;
  onBusy(): void;
  onIdle(wasAdmitted: boolean): void;
  readonly keepAliveSeconds: number;
  /** See `GatewayOptions`. */
  readonly halfClosedMs: number;
}

/** What may wait for its turn. Reading goes on until then, since that is how a client that leaves is noticed. */
const MAX_WAITING = 65_536;
const EMPTY = Buffer.alloc(0);
const CR = 13;
const LF = 10;

/**
 * The requests of one client connection, one after the other; further ones wait, unread beyond the first
 * few kilobytes. The connection to the target that they share is kept for this client alone, and at most one
 * idle, so that a client cannot make the gateway hold thousands.
 */
export class HttpSession {
  /** Fields that promise another response, one a line. */
  readonly keepAliveFields: string;
  #input: Buffer = EMPTY;
  /** How much of the input was searched for the end of a head. */
  #searched = 0;
  #exchange: Exchange | undefined;
  #head: RequestHead | undefined;
  #kept: TargetConnection | undefined;
  #hasServed = false;
  /** The socket belongs to a tunnel. */
  #isDetached = false;
  /** No further request is served. */
  #isDraining = false;
  /** The client sends no more; it may still be reading. */
  #hasEnded = false;
  /** Nothing is read any more. */
  #isEnding = false;

  constructor(
    private readonly socket: Duplex,
    private readonly host: SessionHost,
  ) {
    this.keepAliveFields = `Connection: keep-alive\r\nKeep-Alive: timeout=${host.keepAliveSeconds}\r\n`;
    socket
      .on('data', this.#onData)
      .on('end', this.#onEnd)
      .on('drain', this.#onDrain)
      .on('error', this.#onError)
      .on('close', this.#onClose);
  }

  /** @param first what was read before the session. */
  start(first?: Buffer): void {
    this.socket.resume();
    if (first) this.#onData(first);
  }

  /** Whether the client may be promised another response at all. */
  get mayKeepAlive(): boolean {
    return !this.#isDraining && !(this.#hasEnded && this.#input.length === 0);
  }

  /** The response under way is the last one; between two requests the connection ends. */
  drain(): void {
    this.#isDraining = true;
    if (this.#hasServed && !this.#exchange && !this.#isEnding && !this.#isDetached) this.#close();
  }

  /**
   * @param bytes valid during the call only.
   * @returns false when the client does not keep up.
   */
  write(bytes: Buffer): boolean {
    return writeShared(this.socket, bytes);
  }

  pauseBody(): void {
    this.socket.pause();
  }

  /** The exchange may take more of the request's body. */
  resumeBody(): void {
    if (this.#input.length > 0) {
      const input = this.#input;
      this.#input = EMPTY;
      this.#onData(input);
      this.#giveUpIncomplete();
    }
    const exchange = this.#exchange;
    const mayRead = !exchange || exchange.isRequestComplete || exchange.takesBody;
    if (mayRead && this.#input.length <= MAX_WAITING) this.socket.resume();
  }

  /** No response was started: refuses the request and counts the refusal. */
  refuse(error: unknown): void {
    const refusal = this.host.toRefusal(error);
    const exchange = this.#exchange;
    const keepsAlive =
      this.mayKeepAlive &&
      this.#head?.keepsAlive === true &&
      exchange?.isRequestComplete === true &&
      !(refusal instanceof TooManyAttempts);
    const fields = keepsAlive ? this.keepAliveFields : 'Connection: close\r\n';
    this.write(formatError(refusal, fields, this.#head?.method === 'HEAD'));
    this.complete(keepsAlive);
  }

  /** The response cannot be completed. @param close of the client's socket. */
  breakOff(close: Close): void {
    this.#exchange = undefined;
    this.#isEnding = true;
    close(this.socket);
  }

  /** The response is complete. @param keepsAlive whether the client was promised another one. */
  complete(keepsAlive: boolean): void {
    const wasAdmitted = this.#exchange?.wasAdmitted ?? false;
    this.#exchange = undefined;
    this.#hasServed = true;
    // A response that was started before the drain promised to keep the connection.
    const isLast = this.#hasEnded && this.#input.length === 0;
    if (!keepsAlive || this.#isDraining || isLast) return this.#close();
    this.host.onIdle(wasAdmitted);
    // Others have their turn between two pipelined requests.
    if (this.#input.length > 0) setImmediate(() => this.#next());
    else this.socket.resume();
  }

  /** Joins the client with the target. @param early the target's first bytes that are not charged yet. */
  tunnel(target: Socket, connection: LiveConnection, early: Buffer | undefined): void {
    if (this.#hasEnded) {
      connection.close();
      target.destroy();
      return void this.socket.destroy();
    }
    this.#detach();
    if (early) target.unshift(early);
    this.host.tunnel(target, connection);
  }

  takeKept(key: string): TargetConnection | undefined {
    const kept = this.#kept;
    if (kept?.key !== key || kept.socket.destroyed) return undefined;
    this.#kept = undefined;
    kept.isReused = true;
    return kept;
  }

  keep(target: TargetConnection): void {
    target.user = undefined;
    target.socket.resume();
    if (this.socket.destroyed) return target.destroy();
    this.#kept?.destroy();
    this.#kept = target;
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#isEnding) return;
    const exchange = this.#exchange;
    if (!exchange) return this.#push(chunk);
    if (!exchange.takesBody) return this.#wait(chunk);
    try {
      const end = exchange.body(chunk);
      if (end < chunk.length) this.#wait(chunk.subarray(end));
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      exchange.abort();
      this.socket.destroy();
    }
  };

  /** The next request waits until this one has its response, and a body until the target is reached. */
  #wait(bytes: Buffer): void {
    this.#input = this.#input.length === 0 ? bytes : Buffer.concat([this.#input, bytes]);
    if (this.#input.length > MAX_WAITING) this.socket.pause();
  }

  #push(bytes: Buffer): void {
    this.#input = this.#input.length === 0 ? bytes : Buffer.concat([this.#input, bytes]);
    this.#next();
  }

  #next(): void {
    if (this.#isEnding || this.#exchange || this.socket.destroyed) return;
    try {
      this.#skipEmptyLines();
      if (this.#input.length === 0 || isHalfLineEnd(this.#input)) return this.#awaitMore();
      const found = findRequestHead(this.#input, this.#searched);
      if (!found) {
        this.#searched = this.#input.length;
        return this.#awaitMore();
      }
      const head = RequestHead.parse(found.text);
      this.#searched = 0;
      this.#input = this.#input.length === found.end ? EMPTY : this.#input.subarray(found.end);
      this.#begin(head);
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      this.#head = undefined;
      this.refuse(new MalformedRequest(error.message, error.status));
    }
  }

  #awaitMore(): void {
    if (this.#hasEnded) this.#close();
    else this.socket.resume();
  }

  /** Some clients send one after a body (RFC 9112 §2.2). */
  #skipEmptyLines(): void {
    while (this.#input[0] === CR && this.#input[1] === LF) this.#input = this.#input.subarray(2);
  }

  #begin(head: RequestHead): void {
    this.host.onBusy();
    this.#head = head;
    if (head.method === 'CONNECT') {
      if (this.#hasEnded) return void this.socket.destroy();
      this.#detach();
      return this.host.connect(head);
    }
    const exchange = (this.#exchange = new Exchange(head, this));
    this.socket.resume();
    void exchange.run((request) => this.host.admit(request));
  }

  /** Once others listen for errors of the socket. */
  release(): void {
    this.socket.off('error', this.#onError);
  }

  /** What was read and not used is the socket's again: with it, the socket does not report its end. */
  #detach(): void {
    this.socket.pause();
    this.socket
      .off('data', this.#onData)
      .off('end', this.#onEnd)
      .off('drain', this.#onDrain)
      .off('close', this.#onClose);
    this.#kept?.destroy();
    this.#kept = this.#exchange = undefined;
    this.#isDetached = true;
    if (this.#input.length > 0) this.socket.unshift(this.#input);
    this.#input = EMPTY;
  }

  #close(): void {
    this.#isEnding = true;
    this.#input = EMPTY;
    this.socket.resume();
    this.host.onIdle(true);
    this.socket.end(() => discardInput(this.socket));
  }

  /** A client that has finished sending has its answers, as long as it is there for them. */
  readonly #onEnd = (): void => {
    this.#hasEnded = true;
    if (this.#isEnding) return;
    if (!this.#exchange) return this.#next();
    this.#giveUpIncomplete();
    const { socket } = this;
    const timer = setTimeout(() => {
      if (!this.#exchange?.hasStarted) socket.destroy();
    }, this.host.halfClosedMs);
    socket.once('close', () => clearTimeout(timer));
  };

  /** No more of the request's body will come. */
  #giveUpIncomplete(): void {
    const exchange = this.#exchange;
    if (!this.#hasEnded || !exchange || this.#input.length > 0 || exchange.isRequestComplete)
      return;
    exchange.abort();
    this.socket.destroy();
  }

  readonly #onDrain = (): void => this.#exchange?.onClientDrain();
  readonly #onError = (): void => void this.socket.destroy();
  readonly #onClose = (): void => {
    this.#exchange?.abort();
    this.#exchange = undefined;
    this.#kept?.destroy();
  };
}

const isHalfLineEnd = (bytes: Buffer) => bytes.length === 1 && bytes[0] === CR;
