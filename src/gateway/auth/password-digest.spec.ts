import { createHmac, randomBytes } from 'node:crypto';
import { PasswordDigest } from './gateway-authenticator';

const hmac = (key: Buffer, password: string) =>
  createHmac('sha256', key).update(password).digest('hex');

describe('PasswordDigest', () => {
  it.each([0, 1, 32, 63, 64, 65, 200])('is HMAC-SHA256 for a key of %i bytes', (length) => {
    const key = randomBytes(length);
    const digest = new PasswordDigest(key);
    for (const password of ['', 'secret', 'ṣẹ́kùrẹ́'.repeat(5), 'x'.repeat(256), 'é'.repeat(129)])
      expect(digest.of(password).toString('hex')).toBe(hmac(key, password));
  });

  it('keeps nothing of the last password', () => {
    const key = randomBytes(32);
    const digest = new PasswordDigest(key);
    const first = digest.of('a-long-password-of-somebody-else');
    expect(digest.of('short').toString('hex')).toBe(hmac(key, 'short'));
    expect(first.toString('hex')).toBe(hmac(key, 'a-long-password-of-somebody-else'));
  });
});
