import { formatBytes } from './bytes';
import { asList } from './list';
import { csvFile, jsonFile } from './csv';
import { getPagerState, pageWindow } from './pager';
import { parseCheckoutUrl } from './checkout-url';
import { toUserAgentLabel, isMobileDevice } from './user-agent-label';
import { describeSpending } from '@/components/orders/spending-note';

it.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1536, '1.5 KB'],
  [5 * 1024 ** 2, '5 MB'],
  [1.25 * 1024 ** 3, '1.3 GB'],
  [2048 * 1024 ** 4, '2,048 TB'],
])('%d bytes are formatted as %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words));

it.each([undefined, null, {}, 'text', 7])('%j becomes an empty list', (odd) =>
  expect(asList(odd as never)).toEqual([]),
);

it('should return a list unchanged', () => expect(asList([1, 2])).toEqual([1, 2]));

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

describe('pageWindow', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 5]],
    [5, 9, [3, 4, 5, 6, 7]],
    [9, 9, [5, 6, 7, 8, 9]],
  ])('on page %s of %s should return the pages %j', (current, last, pages) => {
    expect(pageWindow(current, last)).toEqual(pages);
  });
});

describe('getPagerState', () => {
  it.each([
    [undefined, { current: 3, last: 9 }],
    [1, { current: 1, last: 9 }],
    [12, { current: 9, last: 9 }],
  ])('on page 3 of 9 while page %s is loading should return %j', (requested, state) => {
    expect(getPagerState({ current_page: 3, last_page: 9 }, requested)).toEqual(state);
  });
});

describe('parseCheckoutUrl', () => {
  it.each([
    'https://checkout.korapay.com/TOPUP-1/pay',
    'https://test-checkout.korapay.com/x',
    `${window.location.origin}/sandbox/korapay/checkout/1/pay`,
  ])('should accept %s', (url) => expect(parseCheckoutUrl(url)).toBe(url));

  it.each([
    'http://checkout.korapay.com/x',
    'https://evil.example/x',
    'https://evilkorapay.com/x',
    'https://checkout.korapay.com.evil.example/x',
    'https://checkout.korapay.com@evil.example/x',
    'javascript:alert(1)',
    '//evil.example',
    'https://[',
  ])('should refuse %s', (url) => expect(parseCheckoutUrl(url)).toBeNull());
});

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

describe('toUserAgentLabel', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome on Windows'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0.0.0`,
      'Edge on Windows',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${chrome} Mobile Safari/537.36`,
      'Chrome on Android',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36 OPR/84.0`,
      'Opera on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    ['curl/8.5.0', 'Curl'],
    ['python-requests/2.32', 'A Python program'],
    ['SomethingElse/1 (Windows)', 'A program on Windows'],
    ['', 'An unknown device'],
  ])('should label %s', (agent, label) => expect(toUserAgentLabel(agent)).toBe(label));

  it('should recognise mobile devices', () => {
    expect(isMobileDevice('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)')).toBe(true);
    expect(isMobileDevice('Mozilla/5.0 (X11; Linux x86_64)')).toBe(false);
  });
});

const left = (today: number | null, month: number | null) => ({
  today: today === null ? null : { left: today },
  this_month: month === null ? null : { left: month },
});

describe('describeSpending', () => {
  it.each([
    [left(12_500, 40_000), 'You can spend ₦12,500 more today (₦40,000 this month).'],
    [left(12_500, null), 'You can spend ₦12,500 more today.'],
    [left(null, 40_000), 'You can spend ₦40,000 more this month.'],
    // The day cannot be used up.
    [left(12_500, 3000), 'You can spend ₦3,000 more this month.'],
    [left(5000, 5000), 'You can spend ₦5,000 more this month.'],
    [left(0, 40_000), 'You have reached your limit for today (₦40,000 this month).'],
    [left(0, 0), 'You have reached your limit for this month.'],
  ])('should say what is left of %j', (limits, text) => {
    expect(describeSpending(limits)).toEqual({ text, isExceeded: false });
  });

  it('should say nothing without a limit', () => {
    expect(describeSpending(left(null, null), 5000)).toBeNull();
  });

  it.each([
    [3000, 'You can spend ₦3,000 more today.', false],
    [3001, 'You can spend ₦3,000 more today. You need ₦1 more.', true],
  ])('should compare a total of %d with it', (total, text, isExceeded) => {
    expect(describeSpending(left(3000, null), total)).toEqual({ text, isExceeded });
  });

  it('should find any total too much once the limit is reached', () => {
    expect(describeSpending(left(0, null), 1)).toEqual({
      text: 'You have reached your limit for today.',
      isExceeded: true,
    });
  });
});
