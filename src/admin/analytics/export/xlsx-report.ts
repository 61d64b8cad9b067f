import type { Cell } from 'write-excel-file/node';
import { readCell, type CellKind, type Report, type ReportTable } from './report.types';

const FORMATS: Record<CellKind, string | undefined> = {
  text: undefined,
  naira: '"₦"#,##0',
  count: '#,##0',
  percent: '0.0"%"',
  decimal: '#,##0.00',
};
const HEADER = { fontWeight: 'bold', backgroundColor: '#E8EFEA' } as const;
const MIN_WIDTH = 14;
const SHEET_NAME_MAX = 31;

/** Renders a workbook with one sheet per table. Numbers are numeric cells. */
export async function renderXlsx(report: Report): Promise<Buffer> {
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return writeExcelFile(
    report.tables.map((table) => ({
      sheet: table.title.slice(0, SHEET_NAME_MAX),
      data: toSheetData(report, table),
      columns: getColumnWidths(table),
    })),
  ).toBuffer();
}

function toSheetData(report: Report, table: ReportTable): Cell[][] {
  return [
    [
      {
        value: `${report.siteName}: ${table.title}`,
        type: String,
        fontWeight: 'bold',
        fontSize: 14,
      },
    ],
    [{ value: report.period, type: String, textColor: '#5A635E' }],
    [],
    table.columns.map(({ header, kind }) => ({
      value: header,
      type: String,
      align: kind === 'text' ? 'left' : 'right',
      ...HEADER,
    })),
    ...table.rows.map((row) =>
      table.columns.map((column, index) => toCell(readCell(row[index], column))),
    ),
  ];
}

/** Text cells are typed as strings, so that none is evaluated as a formula. */
function toCell({ value, kind }: ReturnType<typeof readCell>): Cell {
  if (value === null) return { value: '–', type: String, align: 'right' };
  if (typeof value === 'string') return { value, type: String };
  return { value, type: Number, format: FORMATS[kind], align: 'right' };
}

const getColumnWidths = ({ columns, rows }: ReportTable) =>
  columns.map((column, index) => ({
    width: Math.max(
      MIN_WIDTH,
      column.header.length + 2,
      ...rows.map((row) => String(readCell(row[index], column).value ?? '').length + 4),
    ),
  }));
