/** Makes spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Prefixes that spreadsheets evaluate as a formula, including full-width forms. */
const FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/;

/** One cell by RFC 4180, escaped against formula injection. */
export function csvCell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
