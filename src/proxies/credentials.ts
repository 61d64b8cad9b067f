import { createHmac, randomInt } from 'node:crypto';

const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789';
const MIXED = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** No hyphen, which separates the session options in a gateway username. */
export const generateUsername = (): string => `np${randomText(LOWER, 10)}`;

/** About 116 bits, without look-alike letters, URL-safe. */
export const generatePassword = (): string => randomText(MIXED, 20);

export const generateSessionId = (): string => randomText(LOWER, 8);

export const generateApiId = (): string => `gw_${randomText(LOWER, 20)}`;

/** HMAC that the gateway compares. @param key of the purpose `proxy-credential`. */
export const digestPassword = (key: Buffer, password: string): Buffer =>
  createHmac('sha256', key).update(password).digest();
