import { toLabels } from './proxy-labels';

describe('toLabels', () => {
  it('keeps tags in their order and case, once each', () => {
    expect(toLabels('  Shop ', ['Lagos', ' lagos', 'QA  team', 'LAGOS', ''])).toEqual({
      note: 'Shop',
      tags: ['Lagos', 'QA team'],
    });
  });

  it('takes out what cannot be seen', () => {
    expect(toLabels('   ', ['a\u202Eb', '\u0000', 'x\ny'])).toEqual({
      note: null,
      tags: ['a b', 'x y'],
    });
  });
});
