import { createHash, randomBytes } from 'node:crypto';

const KEY = /^np_live_[\w-]{43}$/;
const VISIBLE = 'np_live_'.length + 6;

/** `np_live_` and 256 random bits. */
export const createKey = (): string => `np_live_${randomBytes(32).toString('base64url')}`;

export const isKey = (text: string): boolean => KEY.test(text);

/** What is stored and shown in the place of a key. */
export const toPrefix = (key: string): string => key.slice(0, VISIBLE);

export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();
