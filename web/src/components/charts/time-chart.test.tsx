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

  it.each([
    [-3500, 900, [-4000, -2000, 0, 2000]],
    [-10, 250_000, [-100_000, 0, 100_000, 200_000, 300_000]],
  ])('should reach from %d to %d naira', (least, most, ticks) => {
    expect(toTicks(most, 1000, least)).toEqual(ticks);
  });

  it('should draw what is below zero from zero downwards', () => {
    const points = [-2000, 4000].map((value) => ({ label: `${value}`, short: '', value }));
    const scale = { base: 1000, format: (value: number) => `₦${value}` } as const;
    render(<TimeChart points={points} label="Profit" summary="" scale={scale} />);
    const loss = screen.getByTitle('-2000: ₦-2000').firstElementChild!.getAttribute('style');
    const gain = screen.getByTitle('4000: ₦4000').firstElementChild!.getAttribute('style');
    // From −₦2,000 to ₦4,000, zero is at a third.
    expect([loss, gain]).toEqual([
      expect.stringMatching(/height: max\(1px, 33.3\d*%\); bottom: 0%/),
      expect.stringMatching(/height: max\(1px, 66.6\d*%\); bottom: 33.3\d*%/),
    ]);
  });

  it('should name its axes and show a small value beside a large one', () => {
    const points = Array.from({ length: 30 }, (_, day) => ({
      label: `${day + 1} November`,
      short: `${day + 1} Nov`,
      value: day === 3 ? 2 * MB : 1,
    }));
    render(<TimeChart points={points} label="Traffic" summary="Busiest: 4 November." />);
    const chart = screen.getByRole('img', { name: 'Traffic. Busiest: 4 November.' });
    expect(chart).toHaveTextContent(/^01 MB2 MB1 Nov6 Nov11 Nov16 Nov21 Nov26 Nov$/);
    expect(screen.getByTitle('1 November: 1 B').firstElementChild?.getAttribute('style')).toMatch(
      /max\(1px/,
    );
  });
});
