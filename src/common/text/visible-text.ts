/** Letters and symbols that render as nothing without being default-ignorable. */
const BLANKS = '\\u2800\\u{1d159}';

const LETTER = /(?!\p{DI})[\p{L}\p{N}]/u;
const CHARACTER = new RegExp(`(?![\\p{DI}${BLANKS}])[\\p{L}\\p{N}\\p{P}\\p{S}]`, 'u');

/** Whether a name can be read: a letter or digit of any script, other than fillers. */
export const hasVisibleLetter = (text: string): boolean => LETTER.test(text);

/** Whether there is anything to see, be it an emoji. */
export const hasVisibleCharacter = (text: string): boolean => CHARACTER.test(text);
