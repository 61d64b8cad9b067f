import { ProxyError, SocksReply } from '../proxy-error';
import type { Socket } from 'node:net';

export type Socks5Message =
  | { type: 'greeting'; offersPassword: boolean; offersNone: boolean }
  | { type: 'password'; username: string; password: string }
  | { type: 'request'; host: string; port: number }
  /** UDP ASSOCIATE; the host and port from where the client will send, 0 when it does not know. */
  | { type: 'associate'; host: string; port: number };

export const SOCKS_VERSION = 5;
const EMPTY = Buffer.alloc(0);
const AUTH_VERSION = 1;
const METHOD_NONE = 0;
const METHOD_PASSWORD = 2;
const COMMAND_CONNECT = 1;
const COMMAND_ASSOCIATE = 3;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;

/** The client uses another protocol: close without a reply. */
export class NotSocks5 extends Error {
  override name = 'NotSocks5';
}

/**
 * Reads the client's half of a SOCKS5 handshake (RFC 1928, RFC 1929): greeting, password, request.
 * Bytes may come one at a time or all at once; bytes after a message are left to `takeRemaining`.
 */
export class Socks5Reader {
  #buffer: Buffer = EMPTY;
  #expects: Socks5Message['type'] = 'greeting';

  push(chunk: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
  }

  takeRemaining(): Buffer {
    const rest = this.#buffer;
    this.#buffer = EMPTY;
    return rest;
  }

  /** After the greeting, where no password is asked for. */
  skipPassword(): void {
    this.#expects = 'request';
  }

  /** The next complete message, or undefined when more bytes are needed. */
  next(): Socks5Message | undefined {
    if (this.#expects === 'greeting') return this.#greeting();
    if (this.#expects === 'password') return this.#password();
    return this.#request();
  }

  #greeting(): Socks5Message | undefined {
    const count = this.#versioned(SOCKS_VERSION)?.[1];
    const methods = count === undefined ? undefined : this.#take(2 + count)?.subarray(2);
    if (!methods) return undefined;
    this.#expects = 'password';
    return {
      type: 'greeting',
      offersPassword: methods.includes(METHOD_PASSWORD),
      offersNone: methods.includes(METHOD_NONE),
    };
  }

  #password(): Socks5Message | undefined {
    const head = this.#versioned(AUTH_VERSION);
    const nameLength = head?.[1];
    if (!head || nameLength === undefined) return undefined;
    const passwordLength = head[2 + nameLength];
    if (passwordLength === undefined) return undefined;
    const all = this.#take(3 + nameLength + passwordLength);
    if (!all) return undefined;
    this.#expects = 'request';
    return {
      type: 'password',
      username: all.toString('utf8', 2, 2 + nameLength),
      password: all.toString('utf8', 3 + nameLength),
    };
  }

  #request(): Socks5Message | undefined {
    const head = this.#versioned(SOCKS_VERSION);
    if (!head || head.length < 5) return undefined;
    const addressType = head.readUInt8(3);
    const length = addressLength(addressType, head.readUInt8(4));
    if (length === undefined)
      throw new ProxyError('BAD_REQUEST', undefined, SocksReply.AddressNotSupported);
    const all = this.#take(4 + length + 2);
    if (!all) return undefined;
    const command = all.readUInt8(1);
    if (command !== COMMAND_CONNECT && command !== COMMAND_ASSOCIATE)
      throw new ProxyError('BAD_REQUEST', undefined, SocksReply.CommandNotSupported);
    const address = all.subarray(4, 4 + length);
    return {
      type: command === COMMAND_CONNECT ? 'request' : 'associate',
      host: addressText(addressType, address),
      port: all.readUInt16BE(4 + length),
    };
  }

  #versioned(version: number): Buffer | undefined {
    if (this.#buffer.length === 0) return undefined;
    if (this.#buffer[0] !== version) throw new NotSocks5();
    return this.#buffer;
  }

  #take(count: number): Buffer | undefined {
    if (this.#buffer.length < count) return undefined;
    const taken = this.#buffer.subarray(0, count);
    this.#buffer = this.#buffer.subarray(count);
    return taken;
  }
}

/** @param first byte of the address. @returns undefined for an unknown type. */
export function addressLength(type: number, first: number): number | undefined {
  if (type === IPV4) return 4;
  if (type === IPV6) return 16;
  if (type === NAME) return 1 + first;
  return undefined;
}

export function addressText(type: number, bytes: Buffer): string {
  if (type === IPV4) return bytes.join('.');
  if (type === NAME) return bytes.toString('latin1', 1);
  const groups = Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(i * 2).toString(16));
  return groups.join(':');
}

/** Takes the messages of a handshake, one at a time. */
export interface Socks5Host {
  /** @returns whether the handshake goes on; false when the host took the socket or ends it. */
  onMessage(message: Socks5Message): boolean | Promise<boolean>;
  /** A message was refused, or could not be answered. */
  onRefused(error: unknown): void;
}

/**
 * The handshake of one client, which may come byte by byte or all at once. While a message is answered and after the
 * request, the socket is paused and holds what followed: with that, it does not report the client's end.
 */
export class Socks5Session {
  readonly #reader = new Socks5Reader();
  #isOver = false;

  constructor(
    private readonly socket: Socket,
    private readonly host: Socks5Host,
  ) {
    socket
      .on('error', destroyItself)
      .on('data', this.#onData)
      .on('end', this.#onEnd)
      .on('close', this.#onEnd);
  }

  /** @param first what was read before the session. */
  start(first: Buffer): void {
    this.#onData(first);
  }

  /** After the greeting, where no password is asked for. */
  skipPassword(): void {
    this.#reader.skipPassword();
  }

  #next(): void {
    try {
      for (;;) {
        const message = this.#reader.next();
        if (!message) return;
        if (message.type === 'request' || message.type === 'associate') {
          this.#detach();
          this.#hold();
        }
        const goesOn = this.host.onMessage(message);
        if (typeof goesOn !== 'boolean') return void this.#wait(goesOn);
        if (!goesOn) return this.#detach();
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  async #wait(answer: Promise<boolean>): Promise<void> {
    if (!this.#isOver) this.#hold();
    try {
      const goesOn = await answer;
      if (this.#isOver) return;
      if (goesOn) this.socket.resume();
      else this.#detach();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#detach();
    if (error instanceof NotSocks5) this.socket.destroy();
    else this.host.onRefused(error);
  }

  #hold(): void {
    this.socket.pause();
    const rest = this.#reader.takeRemaining();
    if (rest.length > 0) this.socket.unshift(rest);
  }

  #detach(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.socket.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onEnd);
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#reader.push(chunk);
    this.#next();
  };
  readonly #onEnd = (): void => {
    this.#detach();
    this.socket.destroy();
  };
}

function destroyItself(this: Socket): void {
  this.destroy();
}
