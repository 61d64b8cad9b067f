import { parseIdTerm, toLikePattern } from './search-term';

describe('Search term', () => {
  it('should escape the wildcards of LIKE', () => {
    expect(toLikePattern('100%_\\', false)).toBe('%100\\%\\_\\\\%');
  });

  it('should match prefixes only when it is short and the table large', () => {
    expect(toLikePattern('ab', true)).toBe('ab%');
    expect(toLikePattern('abc', true)).toBe('%abc%');
    expect(toLikePattern('ab', false)).toBe('%ab%');
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
