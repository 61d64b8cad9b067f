import { sumBytes } from './daily-usage';

it('should add up the bytes of all days in both directions', () =>
  expect(
    sumBytes([
      { bytes_down: 1, bytes_up: 2 },
      { bytes_down: 3, bytes_up: 4 },
    ]),
  ).toBe(10));
