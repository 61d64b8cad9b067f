const BYTE_ORDER_MARK = '\uFEFF';

/** First characters of a formula in spreadsheets, including the full-width forms. */
const FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export type CsvRow = readonly (string | number | null)[];

/** RFC 4180 in UTF-8, escaped against formula injection. */
export const csvFile = (rows: readonly CsvRow[]): Blob =>
  new Blob([BYTE_ORDER_MARK, ...rows.map((row) => `${row.map(cell).join(',')}\r\n`)], {
    type: 'text/csv;charset=utf-8',
  });

export const jsonFile = (content: unknown): Blob =>
  new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' });
