import { toLikePattern } from './like-pattern';

describe('toLikePattern', () => {
  it('should escape the wildcards of LIKE', () => {
    expect(toLikePattern('100%_\\')).toBe('%100\\%\\_\\\\%');
  });

  it('should match anywhere, however short it is', () => {
    expect(toLikePattern('a')).toBe('%a%');
  });
});
