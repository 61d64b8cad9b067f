/** Marks of format and direction, fillers, and the blank of braille, which nobody sees, at the edge or beside ASCII. */
const INVISIBLE =
  /(^|\p{ASCII})[\p{Cf}\p{DI}\u2800]+|(?<![\p{Cf}\p{DI}\u2800])[\p{Cf}\p{DI}\u2800]+(?=\p{ASCII}|$)/gu;
/** Inside other scripts: not what joins letters of Persian or Hindi, and parts of an emoji. */
const INVISIBLE_INSIDE = /(?!\u200c|\u200d|\ufe0f)[\p{Cf}\p{DI}\u2800]/gu;
/** More than any text needs on a letter (UAX #15). NFKC sorts them in quadratic time. */
const EXCESS_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

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
    .replace(EXCESS_MARKS, '$1')
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(INVISIBLE, '$1')
    .replace(INVISIBLE_INSIDE, '')
    .trim();
