import { createHmac, randomInt } from 'node:crypto';

const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789';
const MIXED = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

const pick = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** No hyphen: in a username the gateway reads what follows one as options. */
export const newUsername = (): string => `np${pick(LOWER, 10)}`;

/** About 116 bits, without letters that look alike, safe in a URL. */
export const newPassword = (): string => pick(MIXED, 20);

export const newSessionId = (): string => pick(LOWER, 8);

export const newApiId = (): string => `gw_${pick(LOWER, 20)}`;

/** What the gateway compares. @param key of the purpose `proxy-credential`. */
export const digestOf = (key: Buffer, password: string): Buffer =>
  createHmac('sha256', key).update(password).digest();
