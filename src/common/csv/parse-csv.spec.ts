import { BYTE_ORDER_MARK } from './csv';
import { parseCsv } from './parse-csv';

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
