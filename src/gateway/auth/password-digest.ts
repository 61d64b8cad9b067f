import { hash } from 'node:crypto';

/** Of SHA-256, in bytes. */
const BLOCK = 64;
const DIGEST = 32;
/** Longer passwords get memory of their own. */
const USUAL_LENGTH = 256;

/**
 * HMAC-SHA256 (RFC 2104) of passwords under one key. Every new tunnel needs one: two plain hashes with the key's blocks
 * prepared cost half of `createHmac`, which makes a key object and a stream each time.
 */
export class PasswordDigest {
  readonly #inner = Buffer.alloc(BLOCK + USUAL_LENGTH);
  readonly #outer = Buffer.alloc(BLOCK + DIGEST);

  constructor(key: Buffer) {
    const short = key.length > BLOCK ? hash('sha256', key, 'buffer') : key;
    for (let i = 0; i < BLOCK; i++) {
      this.#inner[i] = (short[i] ?? 0) ^ 0x36;
      this.#outer[i] = (short[i] ?? 0) ^ 0x5c;
    }
  }

  of(password: string): Buffer {
    const length = Buffer.byteLength(password);
    const isUsual = length <= USUAL_LENGTH;
    const inner = isUsual ? this.#inner : Buffer.alloc(BLOCK + length);
    if (!isUsual) this.#inner.copy(inner, 0, 0, BLOCK);
    inner.write(password, BLOCK);
    const message = inner.subarray(0, BLOCK + length);
    this.#outer.write(hash('sha256', message, 'hex'), BLOCK, 'hex');
    message.fill(0, BLOCK);
    return hash('sha256', this.#outer, 'buffer');
  }
}
