import { csvFile, jsonFile } from './csv';

const text = async (blob: Blob): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    await new Response(blob as unknown as BodyInit).arrayBuffer(),
  );

describe('a CSV file', () => {
  it('should start with a UTF-8 byte order mark and end lines as in RFC 4180', async () => {
    expect(
      await text(
        csvFile([
          ['Name', 'Amount'],
          ['Adé', 1500],
          [null, -20.5],
        ]),
      ),
    ).toBe('\uFEFFName,Amount\r\nAdé,1500\r\n,-20.5\r\n');
  });

  it.each(['=1+1', '+1+1', '-cmd', '@SUM(A1)', '\tx', '\u0000x', '＝1', '＋1', '－1', '＠A'])(
    'should escape %j, which spreadsheets would read as a formula',
    async (cell) => {
      expect(await text(csvFile([[cell]]))).toBe(`\uFEFF'${cell}\r\n`);
    },
  );

  it('should quote delimiters, line breaks and formulas that begin with a line break', async () => {
    expect(await text(csvFile([['a,b', 'say "hi"', 'two\nlines', '\r=1']]))).toBe(
      `\uFEFF"a,b","say ""hi""","two\nlines","'\r=1"\r\n`,
    );
  });

  it('should leave negative numbers unescaped', async () => {
    expect(await text(csvFile([['-12', '-0.5', -3]]))).toBe('\uFEFF-12,-0.5,-3\r\n');
  });
});

describe('a JSON file', () => {
  it('should be indented JSON', async () => {
    expect(await text(jsonFile({ a: 1 }))).toBe('{\n  "a": 1\n}\n');
  });
});
