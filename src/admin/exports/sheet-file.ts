import { Zip, ZipDeflate, unzipSync, strFromU8, strToU8 } from 'fflate';
import { BYTE_ORDER_MARK, csvCell, csvLine } from '../../common/csv';
import { DAY, HOUR } from '../../common/time/clock';

type CellKind = 'text' | 'number' | 'naira' | 'time';

export interface SheetColumn<Row> {
  readonly header: string;
  readonly kind: CellKind;
  readonly value: (row: Row) => string | number | Date | null;
}

export interface Sheet<Row> {
  readonly title: string;
  readonly columns: readonly SheetColumn<Row>[];
}

export const SHEET_FORMATS = ['csv', 'xlsx'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];
/** Below Excel's limit of 1,048,576. */
export const MAX_XLSX_ROWS = 1_000_000;

/** Lagos has no daylight saving time. */
const LAGOS = HOUR;
/** Day 0 of spreadsheets. */
const EPOCH = Date.UTC(1899, 11, 30);

const toLagosText = (at: Date): string =>
  new Date(at.getTime() + LAGOS).toISOString().slice(0, 19).replace('T', ' ');

type Batches<Row> = AsyncIterable<readonly Row[]>;

/** Times are in Lagos. Text that a spreadsheet would evaluate is escaped. */
async function* toCsv<Row>({ columns }: Sheet<Row>, batches: Batches<Row>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ header }) => header));
  const toCell = (value: string | number | Date | null): string => {
    if (value instanceof Date) return toLagosText(value);
    return typeof value === 'string' ? csvCell(value) : String(value ?? '');
  };
  for await (const rows of batches)
    yield rows
      .map((row) => `${columns.map(({ value }) => toCell(value(row))).join(',')}\r\n`)
      .join('');
}

const FORMATS: Record<CellKind, string | undefined> = {
  text: undefined,
  number: '#,##0.##',
  naira: '"₦"#,##0.##',
  time: 'yyyy-mm-dd hh:mm',
};
const HEADER = { type: String, fontWeight: 'bold', backgroundColor: '#E8EFEA' } as const;
const WIDTH: Record<CellKind, number> = { text: 22, number: 12, naira: 16, time: 17 };
const SHEET = 'xl/worksheets/sheet1.xml';

/** The parts of a workbook with the header and one row, which has the style of each column. */
async function toTemplate<Row>({
  title,
  columns,
}: Sheet<Row>): Promise<Record<string, Uint8Array>> {
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const header = columns.map((column) => ({ value: column.header, ...HEADER }));
  const sample = columns.map(({ kind }) =>
    kind === 'text'
      ? { value: 'x', type: String }
      : { value: 1, type: Number, format: FORMATS[kind] },
  );
  const book = await writeExcelFile([header, sample], {
    sheet: title,
    columns: columns.map(({ header: text, kind }) => ({
      width: Math.max(WIDTH[kind], text.length + 2),
    })),
    stickyRowsCount: 1,
  }).toBuffer();
  return unzipSync(book);
}

/** What XML cannot hold. */
const INVALID = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const escapeXml = (text: string): string =>
  text
    .replace(INVALID, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Of a column, from the template. */
interface CellStyle {
  readonly letters: string;
  readonly style: string;
}

function toXmlCell(
  value: string | number | Date | null,
  { letters, style }: CellStyle,
  line: number,
): string {
  if (value === null) return '';
  const start = `<c r="${letters}${line}"${style}`;
  if (typeof value === 'string')
    return `${start} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
  const number = value instanceof Date ? (value.getTime() + LAGOS - EPOCH) / DAY : value;
  return `${start}><v>${number}</v></c>`;
}

/** The library writes a workbook as a whole, so it writes the first rows; the others are added while the file is sent. */
async function* toXlsx<Row>(sheet: Sheet<Row>, batches: Batches<Row>): AsyncGenerator<Uint8Array> {
  const parts = await toTemplate(sheet);
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const add = (name: string): ZipDeflate => {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    return file;
  };
  for (const [name, content] of Object.entries(parts))
    if (name !== SHEET) add(name).push(content, true);
  const xml = strFromU8(parts[SHEET]!);
  const [start, end] = [xml.indexOf('<row r="2"'), xml.indexOf('</sheetData>')];
  const styles = [...xml.slice(start, end).matchAll(/<c r="([A-Z]+)2"( s="\d+")?/g)].map(
    ([, letters = '', style = '']) => ({ letters, style }),
  );
  const file = add(SHEET);
  file.push(strToU8(xml.slice(0, start)));
  let line = 1;
  for await (const rows of batches) {
    const lines = rows.map((row) => {
      line += 1;
      const cells = sheet.columns.map(({ value }, index) =>
        toXmlCell(value(row), styles[index]!, line),
      );
      return `<row r="${line}">${cells.join('')}</row>`;
    });
    file.push(strToU8(lines.join('')));
    yield* chunks.splice(0);
  }
  file.push(strToU8(xml.slice(end)), true);
  zip.end();
  yield* chunks.splice(0);
}

export const SHEET_TYPES: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A file of any length, in the memory of one batch. */
export const writeSheet = <Row>(
  format: SheetFormat,
  sheet: Sheet<Row>,
  batches: Batches<Row>,
): AsyncGenerator<string | Uint8Array> =>
  format === 'csv' ? toCsv(sheet, batches) : toXlsx(sheet, batches);
