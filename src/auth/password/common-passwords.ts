import { COMMON_TAILS, COMMON_WHOLES, COMMON_WORDS } from './common-password-words';
import { PASSWORD_MIN } from './password-rules';

/** Shorter ones are refused for their length already. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  [
    ...COMMON_WHOLES,
    ...COMMON_WORDS.flatMap((word) => COMMON_TAILS.map((tail) => word + tail)),
  ].filter((password) => password.length >= PASSWORD_MIN),
);

export const COMMON_PASSWORD_COUNT = COMMON_PASSWORDS.size;

/** @param lowered the password in lower case. */
export const isCommonPassword = (lowered: string): boolean => COMMON_PASSWORDS.has(lowered);
