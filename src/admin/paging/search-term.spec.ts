import { hasTrigram, parseIdTerm, toLikePattern } from './search-term';

describe('Search term', () => {
  it('should escape the wildcards of LIKE', () => {
    expect(toLikePattern('100%_\\')).toBe('%100\\%\\_\\\\%');
  });

  // spec: R3.3
  it('should match anywhere, however short it is', () => {
    expect(toLikePattern('a')).toBe('%a%');
  });

  it.each([
    ['ada', true],
    ['ọlá', true],
    ['a-1da', true],
    ['ad', false],
    ['a-d-a', false],
    ['%%%', false],
  ])('should tell whether a trigram index finds "%s": %s', (term, expected) => {
    expect(hasTrigram(term)).toBe(expected);
  });

  it('should be read as an id when it has the form of one', () => {
    expect(['12', '#12', '12345678901', 'x12', ''].map(parseIdTerm)).toEqual([
      12,
      12,
      null,
      null,
      null,
    ]);
  });
});
