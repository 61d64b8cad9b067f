import { csvCell, csvLine, BYTE_ORDER_MARK, parseCsv } from './csv';

describe('A cell of a CSV file', () => {
  it.each([
    '=1+1',
    '+1',
    '-1+1',
    '-x',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    '\0x',
    '＝1',
    '＋1',
    '－1',
    '＠a',
  ])('never starts a formula: %j', (text) => expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/));

  it('leaves harmless text as it is', () => {
    expect(csvCell('user:12')).toBe('user:12');
    expect(csvCell('a=b')).toBe('a=b');
    expect(csvCell('-12.50')).toBe('-12.50');
  });

  it('puts quotes around what would break the row', () => {
    expect(csvCell('He said "no", twice')).toBe('"He said ""no"", twice"');
    expect(csvLine(['a', 'b\nc', '=x,"y"'])).toBe('a,"b\nc","\'=x,""y"""\r\n');
  });
});

describe('parseCsv', () => {
  it.each([
    ['a,b\r\n1,2\r\n', [['a', 'b'], ['1', '2']]], // prettier-ignore
    ['a,b\n1,2', [['a', 'b'], ['1', '2']]], // prettier-ignore
    ['"a, ""b""\nc",d', [['a, "b"\nc', 'd']]],
    [`${BYTE_ORDER_MARK}a, b `, [['a', 'b']]],
    ['a,,\n,,\n\n', [['a', '', '']]],
    ['"open', [['open']]],
    ['', []],
  ])('should read %j', (text, rows) => {
    expect(parseCsv(text)).toEqual(rows);
  });
});
