import { fitColumns } from './report-file';

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
