/** For a POSIX shell: nothing in single quotes is special but the quote itself. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** For JavaScript, Python, Go and Java: a JSON string is a literal of all four. */
export const doubleQuote = (text: string): string => JSON.stringify(text);

/** For JavaScript and Python in single quotes, and for PHP, which expands nothing there. */
export const singleQuote = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
