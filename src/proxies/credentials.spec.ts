import { createHmac } from 'node:crypto';
import {
  digestPassword,
  generateApiId,
  generatePassword,
  generateSessionId,
  generateUsername,
} from './credentials';

const many = (make: () => string) => Array.from({ length: 500 }, make);

describe('credentials of proxies', () => {
  it.each([
    ['usernames', generateUsername, /^np[a-z0-9]{10}$/],
    ['passwords', generatePassword, /^[A-Za-z0-9]{20}$/],
    ['session names', generateSessionId, /^[a-z0-9]{8}$/],
    ['ids of the API', generateApiId, /^gw_[a-z0-9]{20}$/],
  ])('should generate unique URL-safe %s', (_what, make, form) => {
    const made = many(make);
    for (const text of made) expect(text).toMatch(form);
    expect(new Set(made).size).toBe(made.length);
  });

  it('should use the whole alphabet', () => {
    expect(new Set(many(generatePassword).join('')).size).toBe(57);
  });

  it('should digest passwords like the gateway', () => {
    const key = Buffer.alloc(32, 7);
    expect(digestPassword(key, 'secret')).toEqual(
      createHmac('sha256', key).update('secret').digest(),
    );
  });
});
