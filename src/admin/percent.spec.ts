import { changeBetween, percentOf } from './percent';

describe('A change', () => {
  it('should carry its sign and one decimal', () => {
    expect(changeBetween(200, 225)).toBe('+12.5%');
    expect(changeBetween(300, 200)).toBe('-33.3%');
    expect(changeBetween(5, 5)).toBe('0%');
  });

  it('should not be made up where there was nothing before', () => {
    expect(changeBetween(0, 7)).toBeNull();
  });
});

it('should call a part of nothing no percent', () => {
  expect(percentOf(1, 3)).toBe(33.3);
  expect(percentOf(0, 0)).toBe(0);
});
