/** Tells spreadsheets that what follows is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What spreadsheets take for a formula, also in the wide forms of East Asian keyboards. */
const FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/;

/** One cell by RFC 4180, as text that no spreadsheet runs. */
export function csvCell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
