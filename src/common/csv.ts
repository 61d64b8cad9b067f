/** Makes spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Prefixes that spreadsheets evaluate as a formula, including full-width forms; a negative number is none. */
const FORMULA = /^(?!-\d+(\.\d+)?$)[=+\-@\t\r\n\0＝＋－＠]/;

/** One cell by RFC 4180, escaped against formula injection. */
export function csvCell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * Reads a CSV file by RFC 4180, also with line feeds only. Rows without any text are left out; an unclosed
 * quote ends with the file.
 */
export function parseCsv(text: string, delimiter = ','): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some((value) => value !== '')) rows.push(row);
    row = [];
  };
  const input = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  for (let at = 0; at < input.length; at += 1) {
    const character = input[at]!;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (input[at + 1] === '"') cell += input[(at += 1)]!;
      else quoted = false;
    } else if (character === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
    } else if (character === delimiter) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  endRow();
  return rows;
}
