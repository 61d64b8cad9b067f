import { Duplex } from 'node:stream';

/** One end of an in-memory connection: what is written here is read at the other end. */
class End extends Duplex {
  other!: End;
  #continue: (() => void) | undefined;

  override _read(): void {
    const resume = this.#continue;
    this.#continue = undefined;
    resume?.();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    if (this.other.push(chunk)) done();
    else this.other.#continue = done;
  }

  override _final(done: () => void): void {
    this.other.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    done(error);
    if (!this.other.destroyed) this.other.destroy();
  }
}

/** Two streams joined back to back, with backpressure and half-close like a socket's. */
export function duplexPair(): [Duplex, Duplex] {
  const [a, b] = [new End(), new End()];
  a.other = b;
  b.other = a;
  return [a, b];
}
