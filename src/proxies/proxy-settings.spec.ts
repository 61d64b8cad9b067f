import { normalizeNote, normalizeTags } from './proxy-settings.service';

describe('normalizeTags', () => {
  it('keeps tags in their order and case, once each', () => {
    expect(normalizeTags(['Lagos', ' lagos', 'QA  team', 'LAGOS', ''])).toEqual([
      'Lagos',
      'QA team',
    ]);
    expect(normalizeTags(['Ọ̀sun', 'ọ̀sun'])).toEqual(['Ọ̀sun']);
  });

  it('takes out what cannot be seen', () => {
    expect(normalizeTags(['a\u202Eb', '\u0000', 'x\ny'])).toEqual(['a b', 'x y']);
    expect(normalizeTags(['\u3164', '\u2800\u2800', '\u200b', '👩\u200d💻'])).toEqual([
      '👩\u200d💻',
    ]);
  });
});

describe('normalizeNote', () => {
  it('keeps lines, and takes out what cannot be seen', () => {
    expect(normalizeNote('  Shop\r\nof \u202EAda \n')).toBe('Shop\nof  Ada');
    expect([normalizeNote('   '), normalizeNote(null), normalizeNote('\u0007')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
