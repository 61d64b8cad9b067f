import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const VERSION = 'v1';

/**
 * Encrypts a short secret with AES-256-GCM.
 * @param key 32 bytes.
 * @param context what it belongs to, e.g. `settings:smtpPassword`; decryption needs the same one.
 * @returns `v1.<nonce>.<ciphertext>.<tag>`, base64url.
 */
export function encrypt(key: Buffer, context: string, plain: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [VERSION, ...[nonce, body, cipher.getAuthTag()].map((b) => b.toString('base64url'))].join(
    '.',
  );
}

export function decrypt(key: Buffer, context: string, encrypted: string): string {
  const [version, ...parts] = encrypted.split('.');
  const [nonce, body, tag] = parts.map((p) => Buffer.from(p, 'base64url'));
  if (version !== VERSION || !nonce || !body || tag?.length !== 16)
    throw new Error('Not a encrypted secret');
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

/** In the place of a secret that the caller may not see. */
export const SECRET_MASK = '••••••••';

/** Shows that a secret is stored, and none of its characters. */
export const maskSecret = (secret: string | null): string | null =>
  secret === null ? null : SECRET_MASK;

/** Whether a client sent a masked secret back unchanged. Earlier masks ended in four characters. */
export const isMaskedSecret = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith(SECRET_MASK);
