import { randomBytes } from 'node:crypto';
import { open, seal } from './secret-box';

/** Turns over one bit of the middle of the ciphertext. */
const flipCiphertext = (text: string): string => {
  const [version, nonce, body, tag] = text.split('.');
  const bytes = Buffer.from(body!, 'base64url');
  bytes[bytes.length >> 1]! ^= 1;
  return [version, nonce, bytes.toString('base64url'), tag].join('.');
};

describe('A sealed secret', () => {
  const key = randomBytes(32);

  it('opens to what it was', () => {
    expect(open(key, 'settings:x', seal(key, 'settings:x', 'pässwörd'))).toBe('pässwörd');
  });

  it('never looks the same twice', () => {
    expect(seal(key, 'a', 'same')).not.toBe(seal(key, 'a', 'same'));
  });

  it.each([
    ['another key', randomBytes(32), 'a', (text: string) => text],
    ['another place', key, 'b', (text: string) => text],
    ['a changed text', key, 'a', flipCiphertext],
    ['a shortened tag', key, 'a', (text: string) => text.slice(0, -8)],
    ['nonsense', key, 'a', () => 'v1.x'],
  ])('does not open with %s', (_what, otherKey, context, spoil) => {
    const sealed = seal(key, 'a', 'a secret long enough to be spoiled');
    expect(() => open(otherKey, context, spoil(sealed))).toThrow();
  });
});
