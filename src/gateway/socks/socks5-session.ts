import type { Socket } from 'node:net';
import { NotSocks5, type Socks5Message, Socks5Reader } from './socks5-reader';

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
