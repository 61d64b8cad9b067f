import { csvFile, jsonFile } from './csv';

const text = async (blob: Blob): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    await new Response(blob as unknown as BodyInit).arrayBuffer(),
  );

describe('a CSV file', () => {
  it('tells spreadsheets that it is UTF-8, and ends each line as RFC 4180 asks', async () => {
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
    'keeps %j from being taken for a formula',
    async (cell) => {
      expect(await text(csvFile([[cell]]))).toBe(`\uFEFF'${cell}\r\n`);
    },
  );

  it('quotes what would end a cell or a line, and the formulas that begin with an end of line', async () => {
    expect(await text(csvFile([['a,b', 'say "hi"', 'two\nlines', '\r=1']]))).toBe(
      `\uFEFF"a,b","say ""hi""","two\nlines","'\r=1"\r\n`,
    );
  });

  it('leaves negative figures figures', async () => {
    expect(await text(csvFile([['-12', '-0.5', -3]]))).toBe('\uFEFF-12,-0.5,-3\r\n');
  });
});

describe('a JSON file', () => {
  it('is the content, to be read by people as well', async () => {
    expect(await text(jsonFile({ a: 1 }))).toBe('{\n  "a": 1\n}\n');
  });
});
