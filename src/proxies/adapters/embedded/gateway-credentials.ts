import { createHmac, randomInt } from 'node:crypto';

const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789';
const MIXED = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** No hyphen: in a username the gateway reads what follows one as options. */
export const generateUsername = (): string => `np${randomText(LOWER, 10)}`;

/** About 116 bits, without letters that look alike, safe in a URL. */
export const generatePassword = (): string => randomText(MIXED, 20);

export const generateSessionId = (): string => randomText(LOWER, 8);

export const generateApiId = (): string => `gw_${randomText(LOWER, 20)}`;

/** What the gateway compares. @param key of the purpose `proxy-credential`. */
export const digestPassword = (key: Buffer, password: string): Buffer =>
  createHmac('sha256', key).update(password).digest();
