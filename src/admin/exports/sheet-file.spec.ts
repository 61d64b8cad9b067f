import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import readXlsx from 'read-excel-file/node';
import { writeSheet, type Sheet, type SheetFormat } from './sheet-file';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly naira: number | null;
  readonly at: Date | null;
}

const SHEET: Sheet<Row> = {
  title: 'Users',
  columns: [
    { header: 'ID', kind: 'number', value: ({ id }) => id },
    { header: 'Name', kind: 'text', value: ({ name }) => name },
    { header: 'Balance (NGN)', kind: 'naira', value: ({ naira }) => naira },
    { header: 'Created', kind: 'time', value: ({ at }) => at },
  ],
};
/** 00:30 of the next day in Lagos. */
const AT = new Date('2026-03-31T23:30:00Z');

const ROWS: Row[] = [
  { id: 1, name: 'Ada <Obi> & "Sons"\n\u0001', naira: 1500.5, at: AT },
  { id: 2, name: '=HYPERLINK("http://x.example")', naira: -20, at: null },
  { id: 3, name: '', naira: null, at: AT },
];

async function* batches(rows: readonly Row[], size = 2): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

async function read(format: SheetFormat, rows: readonly Row[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeSheet(format, SHEET, batches(rows)))
    chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

describe('File of a list', () => {
  it('should be CSV without formulas, with times of Lagos', async () => {
    expect((await read('csv', ROWS)).toString()).toBe(
      [
        '\uFEFFID,Name,Balance (NGN),Created',
        '1,"Ada <Obi> & ""Sons""\n\u0001",1500.5,2026-04-01 00:30:00',
        `2,"'=HYPERLINK(""http://x.example"")",-20,`,
        '3,,,2026-04-01 00:30:00',
        '',
      ].join('\r\n'),
    );
  });

  it('should be a workbook with numbers, times and text that is no formula', async () => {
    const [{ sheet, data }] = (await readXlsx(await read('xlsx', ROWS))) as [
      { sheet: string; data: unknown[][] },
    ];
    expect(sheet).toBe('Users');
    const lagos = new Date('2026-04-01T00:30:00Z');
    expect(data).toEqual([
      ['ID', 'Name', 'Balance (NGN)', 'Created'],
      [1, 'Ada <Obi> & "Sons"', 1500.5, lagos],
      [2, '=HYPERLINK("http://x.example")', -20, null],
      [3, null, null, lagos],
    ]);
    expect(await readXlsx(await read('xlsx', []))).toMatchObject([{ data: [data[0]] }]);
  });

  it.each(['csv', 'xlsx'] as const)(
    'should be written in the memory of a batch: %s of 100,000 rows',
    async (format) => {
      setFlagsFromString('--expose_gc');
      const collect = runInNewContext('gc') as () => void;
      async function* many(): AsyncGenerator<readonly Row[]> {
        for (let batch = 0; batch < 100; batch += 1)
          yield Array.from({ length: 1000 }, (_, index) => ({
            ...{ id: 1000 * batch + index, name: `Customer ${Math.random()} ${index}` },
            ...{ naira: index, at: AT },
          }));
      }
      // Buffers are freed beside the collection, on a busy machine after it: the least of several counts.
      const used = async () => {
        let least = Infinity;
        for (let attempt = 0; attempt < 5; attempt += 1) {
          collect();
          const { heapUsed, arrayBuffers } = process.memoryUsage();
          least = Math.min(least, heapUsed + arrayBuffers);
          await setTimeout(5);
        }
        return least;
      };
      let [bytes, chunks, peak] = [0, 0, 0];
      const before = await used();
      for await (const chunk of writeSheet(format, SHEET, many())) {
        bytes += chunk.length;
        if ((chunks += 1) % 40 === 0) peak = Math.max(peak, (await used()) - before);
      }
      expect(bytes).toBeGreaterThan(1_500_000);
      expect(peak).toBeLessThan(8 * 2 ** 20);
    },
  );
});
