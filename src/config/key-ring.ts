import { OperatorError } from '../common/errors/operator-error';
import { hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a derived key is for; each purpose has its own key, so that one never stands in for another. */
export type KeyPurpose =
  | 'jwt'
  | 'signed-link'
  | 'secrets'
  | 'code-hash'
  | 'proxy-credential'
  | 'device'
  | 'promotion'
  | 'ticket-mail';

/** What a gateway has to check passwords and to read the upstreams of exits. */
export const GATEWAY_PURPOSES = ['proxy-credential', 'secrets'] as const satisfies KeyPurpose[];

/** A process was given derived keys only, and needs another one. */
export class MissingKeyError extends OperatorError {
  override name = 'MissingKeyError';
}

/** All keys that follow from one APP_KEY, which itself cannot be read out again. */
export class KeyRing {
  readonly #derive: (purpose: KeyPurpose) => Buffer;

  /** @param source an APP_KEY, or some of the keys derived from one. */
  constructor(source: string | ReadonlyMap<string, Buffer>) {
    this.#derive =
      typeof source === 'string'
        ? // HKDF-SHA256 (RFC 5869).
          (purpose) => Buffer.from(hkdfSync('sha256', source, 'nairaproxy', purpose, 32))
        : (purpose) => {
            const key = source.get(purpose);
            if (!key)
              throw new MissingKeyError(
                `GATEWAY_KEYS has the keys of a gateway only; this needs APP_KEY, for ${purpose}.`,
              );
            return key;
          };
  }

  /** 32 bytes. @throws MissingKeyError */
  key(purpose: KeyPurpose): Buffer {
    return this.#derive(purpose);
  }

  isSameAs(other: KeyRing): boolean {
    return timingSafeEqual(this.key('secrets'), other.key('secrets'));
  }

  /** For GATEWAY_KEYS: `purpose:key` of each, base64url, separated by commas. */
  exportGatewayKeys(): string {
    return GATEWAY_PURPOSES.map(
      (purpose) => `${purpose}:${this.key(purpose).toString('base64url')}`,
    ).join(',');
  }
}

/** Reads what `exportGatewayKeys` wrote; undefined when it is not that. */
export function parseGatewayKeys(text: string): ReadonlyMap<string, Buffer> | undefined {
  const keys = new Map<string, Buffer>();
  for (const part of text.split(',')) {
    const [, purpose, key] = /^([a-z-]+):([\w-]{43})$/.exec(part.trim()) ?? [];
    if (purpose === undefined || key === undefined) return undefined;
    keys.set(purpose, Buffer.from(key, 'base64url'));
  }
  const isComplete =
    keys.size === GATEWAY_PURPOSES.length && GATEWAY_PURPOSES.every((purpose) => keys.has(purpose));
  return isComplete ? keys : undefined;
}
