import { idMeant, likePattern } from './search-term';

describe('What people type into a search', () => {
  it('should mean itself, also where LIKE has other ideas', () => {
    expect(likePattern('100%_\\', false)).toBe('%100\\%\\_\\\\%');
  });

  it('should be looked for at the beginning when it is short and the table large', () => {
    expect(likePattern('ab', true)).toBe('ab%');
    expect(likePattern('abc', true)).toBe('%abc%');
    expect(likePattern('ab', false)).toBe('%ab%');
  });

  it('should mean an id when it can be one', () => {
    expect(['12', '#12', '12345678901', 'x12', ''].map(idMeant)).toEqual([
      12,
      12,
      null,
      null,
      null,
    ]);
  });
});
