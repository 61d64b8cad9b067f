import { readFileSync } from 'node:fs';
import { toPlainText } from './plain-text';
import { hasVisibleLetter, hasVisibleCharacter } from './visible-text';

describe('toPlainText', () => {
  it.each([
    ['full-width', '１２３４５６'],
    ['Arabic-Indic', '١٢٣٤٥٦'],
    ['Persian', '۱۲۳۴۵۶'],
    ['Devanagari', '१२३४५६'],
    ['N’Ko', '߁߂߃߄߅߆'],
    ['Adlam', '𞥑𞥒𞥓𞥔𞥕𞥖'],
    ['bold', '𝟏𝟐𝟑𝟒𝟓𝟔'],
    ['superscript', '¹²³⁴⁵⁶'],
    ['zero-width spaces between', '1\u200b2\u200b3\u200b4\u200b5\u200b6'],
    ['joiners between digits of a script', '۱\u200c۲\u200d۳۴۵۶'],
    ['marks of direction around', '\u200f\u202b123456\u202c\u061c'],
    ['a byte order mark', '\ufeff123456'],
    ['a soft hyphen', '123\u00ad456'],
    ['fillers', '\u3164123\u2800456\uffa0'],
    ['spaces around', '\u00a0 123456\t\u3000'],
  ])('should read digits that are %s', (_, text) => {
    expect(toPlainText(text)).toBe('123456');
  });

  it.each(['‐', '‑', '‒', '–', '—', '―', '−', '－', '﹣', '⁻'])(
    'should read %s as a hyphen',
    (dash) => {
      expect(toPlainText(`ab12${dash}cd34`)).toBe('ab12-cd34');
    },
  );

  it.each([
    ['an address', '２０３.0.113\u200b.7', '203.0.113.7'],
    ['an IPv6 address', '2001：db8\u2060::1', '2001:db8::1'],
    ['an email address', 'ａda＠example．com\u200e', 'ada@example.com'],
    ['a coupon', '\u2066WELCOME–２０\u2069', 'WELCOME-20'],
    ['an amount', '₦１０，０００', '₦10,000'],
    ['a phone number', '＋٢٣٤\u00a0803–555', '+234 803-555'],
  ])('should read %s', (_, text, plain) => {
    expect(toPlainText(text)).toBe(plain);
  });

  it.each(['علی\u200cرضا', 'क्\u200dष', '👩\u200d💻', '🏳\ufe0f\u200d🌈', 'Ọláńrewájú', '东京'])(
    'should keep what joins the letters of %s',
    (name) => {
      expect(toPlainText(name)).toBe(name.normalize('NFKC'));
    },
  );

  it.each([
    ['invisible characters', `é${'\u200b'.repeat(100_000)}é`, 'éé'],
    ['marks', `ق${'\u0316\u0301'.repeat(60_000)}`, `ق${'\u0316'.repeat(15)}${'\u0301'.repeat(15)}`],
    [
      'half-width marks',
      `ق${'\uff9e\u0301'.repeat(60_000)}`,
      `ق${'\u3099'.repeat(15)}${'\u0301'.repeat(15)}`,
    ],
  ])('should read a long run of %s in linear time', (_, text, plain) => {
    const before = process.cpuUsage();
    expect(toPlainText(text)).toBe(plain);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1000);
  });

  it('should be the same function in the web app', () => {
    const read = (path: string) => readFileSync(path, 'utf8');
    expect(read('web/src/lib/plain-text.ts')).toBe(read('src/common/text/plain-text.ts'));
  });
});

describe('visible text', () => {
  const INVISIBLE = [
    '',
    ' ',
    '\u3164',
    '\u115f\u1160',
    '\uffa0',
    '\u200b\u2060',
    '\u2800',
    '\u00ad',
  ];

  it.each([...INVISIBLE, '\ufe0f', '\u034f', '\u{e0020}', '\u{1d159}', '\u0301'])(
    'should not find %j visible',
    (text) => {
      expect([hasVisibleLetter(text), hasVisibleCharacter(text)]).toEqual([false, false]);
    },
  );

  it.each(['Ada', '李', '7', 'ọ', '\u3164A', '한', 'علی\u200cرضا'])(
    'should see a letter in %s',
    (text) => {
      expect([hasVisibleLetter(text), hasVisibleCharacter(text)]).toEqual([true, true]);
    },
  );

  it.each(['👩\u200d💻', '★', '--', '₦'])('should see a character but no letter in %s', (text) => {
    expect([hasVisibleLetter(text), hasVisibleCharacter(text)]).toEqual([false, true]);
  });
});
