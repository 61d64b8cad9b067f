import { formatChange, toPercent } from './percent';

describe('A change', () => {
  it('should carry its sign and one decimal', () => {
    expect(formatChange(200, 225)).toBe('+12.5%');
    expect(formatChange(300, 200)).toBe('-33.3%');
    expect(formatChange(5, 5)).toBe('0%');
  });

  it('should not be made up where there was nothing before', () => {
    expect(formatChange(0, 7)).toBeNull();
  });
});

it('should call a part of nothing no percent', () => {
  expect(toPercent(1, 3)).toBe(33.3);
  expect(toPercent(0, 0)).toBe(0);
});
