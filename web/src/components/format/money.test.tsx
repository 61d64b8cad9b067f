import { render, screen } from '@testing-library/react';
import { PrivateMoney } from './private-money';

it.each([
  ['successful', true],
  ['completed', true],
  [undefined, true],
  ['failed', false],
  ['cancelled', false],
  ['pending', false],
])('should colour a credit that is %s: %s', (status, isColoured) => {
  render(<PrivateMoney amount={500} type="credit" status={status} />);
  expect(screen.getByText(/₦500/).classList.contains('credit')).toBe(isColoured);
});
