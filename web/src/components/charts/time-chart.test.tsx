import { render, screen } from '@testing-library/react';
import { TimeChart, toTicks } from './time-chart';

const MB = 2 ** 20;

describe('the chart of traffic over time', () => {
  it.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [700 * MB, [0, 500 * MB, 1000 * MB]],
    [1023 * MB, [0, 500 * MB, 1000 * MB, 1500 * MB]],
    [2.4 * 1024 * MB, [0, 1024 * MB, 2048 * MB, 3072 * MB]],
  ])('should have round values at its axis up to %i bytes', (most, ticks) => {
    expect(toTicks(most)).toEqual(ticks);
  });

  it('should name its axes and show a small value beside a large one', () => {
    const points = Array.from({ length: 30 }, (_, day) => ({
      label: `${day + 1} November`,
      short: `${day + 1} Nov`,
      bytes: day === 3 ? 2 * MB : 1,
    }));
    render(<TimeChart points={points} label="Traffic" summary="Busiest: 4 November." />);
    const chart = screen.getByRole('img', { name: 'Traffic. Busiest: 4 November.' });
    expect(chart).toHaveTextContent(/^01 MB2 MB1 Nov6 Nov11 Nov16 Nov21 Nov26 Nov$/);
    expect(screen.getByTitle('1 November: 1 B').firstElementChild?.getAttribute('style')).toMatch(
      /max\(1px/,
    );
  });
});
