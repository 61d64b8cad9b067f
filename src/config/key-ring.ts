import { hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a derived key is for; each purpose has its own key, so that one never stands in for another. */
export type KeyPurpose =
  'jwt' | 'signed-link' | 'secrets' | 'code-hash' | 'proxy-credential' | 'device';

/** All keys that follow from one APP_KEY, which itself cannot be read out again. */
export class KeyRing {
  readonly #appKey: string;

  constructor(appKey: string) {
    this.#appKey = appKey;
  }

  /** 32 bytes, derived by HKDF-SHA256 (RFC 5869). */
  key(purpose: KeyPurpose): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#appKey, 'nairaproxy', purpose, 32));
  }

  isSameAs(other: KeyRing): boolean {
    return timingSafeEqual(this.key('secrets'), other.key('secrets'));
  }
}
