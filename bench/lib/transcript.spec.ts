import { Transcript, type Piece } from './transcript';

const CALLER = { '10000001': 'user', '7': 'version', '07': 'month' };

const toPieces = (value: unknown): readonly Piece[] => {
  const line = JSON.stringify({ text: 'SELECT $1', values: [value], rows: [] });
  return Transcript.read(line, CALLER).steps[0]!.values[0]!;
};
/** Renders caller placeholders in angle brackets. */
const render = (value: unknown): string =>
  toPieces(value)
    .map((piece) => {
      if (piece.kind === 'literal') return piece.text;
      return piece.kind === 'caller' ? `<${piece.what}>` : `<${piece.kind}>`;
    })
    .join('');

describe('A recorded call', () => {
  it.each([
    ['as a whole', '10000001', '<user>'],
    ['at the end of a key', 'topup:10000001', 'topup:<user>'],
    ['within a key', 'refund:10000001:2', 'refund:<user>:2'],
    ['behind a number', 'refund:2:10000001', 'refund:2:<user>'],
    ['beside another', 'user-10000001-7', 'user-<user>-<version>'],
    ['in a list', ['10000001', '8'], '{"<user>","8"}'],
  ])('finds the caller %s', (_where, value, expected) => {
    expect(render(value)).toBe(expected);
  });

  it.each([
    '2026-07-20',
    '2007-07-07T07:07:07.007Z',
    '2007-07-07 07:07:07.007+07',
    '2007-07-07 07:07:07+07:07',
  ])('leaves the moment %s alone', (moment) => {
    expect(render(moment)).toBe(moment);
    expect(render({ at: moment, id: 10000001 })).toBe(`{"at":"${moment}","id":<user>}`);
  });

  it('makes names anew, however much of them looks like a moment', () => {
    expect(render('1234abcd-2026-0707-0720-10000001abcd')).toBe('<fresh>');
  });
});
