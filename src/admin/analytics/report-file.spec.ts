import { fitColumns, formatCell } from './report-file';

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);

describe('The columns of a report', () => {
  it('share the room that is left', () => {
    expect(fitColumns([100, 50], [true, false], 200)).toEqual([125, 75]);
  });

  it('keep their figures whole and cut words on a narrow page', () => {
    const widths = fitColumns([300, 100, 80], [true, false, false], 400);
    expect(widths).toEqual([220, 100, 80]);
  });

  it('never go past the edge of the page', () => {
    expect(sum(fitColumns([50, 300, 300], [true, false, false], 480))).toBeCloseTo(480);
  });
});

describe('An amount of a report', () => {
  it('has its sign before the currency', () => {
    expect([485_600, -485_600, 0].map((value) => formatCell({ value, kind: 'naira' }))).toEqual([
      ...['₦485,600', '-₦485,600', '₦0'],
    ]);
    expect(formatCell({ value: -485_600.5, kind: 'kobo' })).toBe('-₦485,600.50');
  });
});
