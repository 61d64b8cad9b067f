import { toColumns } from './columns';

const size = { step: 10, height: 60 };

describe('the columns of a chart', () => {
  it('should be relative to the highest', () => {
    expect(toColumns([200, 400, 0], size)).toEqual([
      { x: 0, height: 30 },
      { x: 10, height: 60 },
      { x: 20, height: 0 },
    ]);
  });

  it('should give small values a visible column', () => {
    expect(toColumns([1, 1_000_000], size)[0]?.height).toBe(1);
  });

  it('should be empty without values above zero', () => {
    expect(toColumns([0, 0], size).map(({ height }) => height)).toEqual([0, 0]);
  });
});
