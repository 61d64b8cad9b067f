import { randomBytes } from 'node:crypto';
import { decrypt, encrypt } from './secrets';

/** Flips one bit in the middle of the ciphertext. */
const flipCiphertext = (text: string): string => {
  const [version, nonce, body, tag] = text.split('.');
  const bytes = Buffer.from(body!, 'base64url');
  bytes[bytes.length >> 1]! ^= 1;
  return [version, nonce, bytes.toString('base64url'), tag].join('.');
};

describe('cipher', () => {
  const key = randomBytes(32);

  it('should decrypt what it encrypted', () => {
    expect(decrypt(key, 'settings:x', encrypt(key, 'settings:x', 'pässwörd'))).toBe('pässwörd');
  });

  it('should use a new nonce for every text', () => {
    expect(encrypt(key, 'a', 'same')).not.toBe(encrypt(key, 'a', 'same'));
  });

  it.each([
    ['another key', randomBytes(32), 'a', (text: string) => text],
    ['another context', key, 'b', (text: string) => text],
    ['a changed text', key, 'a', flipCiphertext],
    ['a shortened tag', key, 'a', (text: string) => text.slice(0, -8)],
    ['nonsense', key, 'a', () => 'v1.x'],
  ])('should refuse %s', (_what, otherKey, context, change) => {
    const encrypted = encrypt(key, 'a', 'a secret long enough to be changed');
    expect(() => decrypt(otherKey, context, change(encrypted))).toThrow();
  });
});
