import { dictionary } from '@zxcvbn-ts/language-common';
import { COMMON_TAILS, COMMON_WHOLES, COMMON_WORDS } from './common-password-words';
import { PASSWORD_MIN } from './password-policy';

/**
 * Leaked passwords by frequency (zxcvbn-ts, MIT) and the local ones that such lists lack. Those below
 * the minimum length are left out: the length check refuses them.
 */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  [
    ...dictionary['passwords-common'],
    ...COMMON_WHOLES,
    ...COMMON_WORDS.flatMap((word) => COMMON_TAILS.map((tail) => word + tail)),
  ].filter((password) => password.length >= PASSWORD_MIN),
);

export const COMMON_PASSWORD_COUNT = COMMON_PASSWORDS.size;

/** @param lowered password in lower case. */
export const isCommonPassword = (lowered: string): boolean => COMMON_PASSWORDS.has(lowered);
