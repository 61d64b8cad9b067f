/** Marks of format and direction, fillers, and the blank of braille: what nobody sees. */
const INVISIBLE = /[\p{Cf}\p{DI}\u2800]+/gu;
/** What joins letters of Persian or Hindi, and parts of an emoji. */
const JOINERS = '\u200c\u200d\ufe0f';

const isBeyondAscii = (character = ''): boolean => character > '\u007f';

/** Every script has its ten digits in a row. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/**
 * A code, an address, a number or a search as its author reads it: compatibility forms (NFKC), digits of every script and
 * dashes are those of ASCII, without invisible characters and without space around. Not for free text and passwords.
 */
export const toPlainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(INVISIBLE, (run: string, at: number, whole: string) =>
      isBeyondAscii(whole[at - 1]) && isBeyondAscii(whole[at + run.length])
        ? [...run].filter((character) => JOINERS.includes(character)).join('')
        : '',
    )
    .trim();
