import { consoleLine } from './supervised-process';

const line = (entry: object) => JSON.stringify({ time: 1_763_600_000_000, ...entry });

describe('consoleLine', () => {
  it('writes info lines to the log file only', () => {
    expect(consoleLine('api', line({ level: 30, msg: 'up' }), false)).toBeUndefined();
  });

  it('shows warnings with process name and cause', () => {
    const shown = consoleLine(
      'api',
      line({ level: 40, msg: 'mail not sent', err: { message: 'no route' } }),
      false,
    );
    expect(shown).toMatch(/^ {2}\d\d:\d\d:\d\d api WARN mail not sent: no route$/);
  });

  it('shows every line when showAll is set', () => {
    expect(consoleLine('worker', line({ level: 30, msg: 'up' }), true)).toMatch(/worker info up$/);
  });

  it.each([
    '(node:1) ExperimentalWarning: something new',
    '(Use `node --trace-warnings ...` to show where the warning was created)',
    '\u001b[32m[Nest] 1549  - \u001b[39m11/20/2026 \u001b[32m    LOG\u001b[39m started',
    '',
  ])('leaves out noise that needs no action: %j', (noise) => {
    expect(consoleLine('api', noise, false)).toBeUndefined();
  });

  it.each(['TypeError: boom', '{ not json', '{"half":', '[Nest] 1549  - 11/20/2026   ERROR broke'])(
    'shows other words as they are: %j',
    (words) => {
      expect(consoleLine('api', words, false)).toBe(`  api: ${words}`);
    },
  );
});
