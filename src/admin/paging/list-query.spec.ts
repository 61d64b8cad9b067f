import { hasTrigram, parseIdTerm } from './list-query';

describe('Search term', () => {
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
