import { PAYMENT_TRANSITIONS } from '../payments/payment.entity';
import { sourcesOf, type Moves } from './state-machine';

const MACHINES: [string, Moves<string>, string[]][] = [
  ['payment', PAYMENT_TRANSITIONS, ['successful', 'rejected']],
];

describe.each(MACHINES)('The %s states', (_name, moves, ends) => {
  it('end only where they should', () => {
    expect(
      Object.keys(moves)
        .filter((state) => moves[state]!.length === 0)
        .sort(),
    ).toEqual([...ends].sort());
  });

  it('name no state that does not exist', () => {
    for (const target of Object.values(moves).flat()) expect(Object.keys(moves)).toContain(target);
  });
});

it('finds from where a state is reached', () => {
  expect(sourcesOf(PAYMENT_TRANSITIONS, 'rejected')).toEqual(['review']);
  expect(sourcesOf(PAYMENT_TRANSITIONS, 'successful')).toEqual([
    'created',
    'pending',
    'failed',
    'expired',
    'review',
  ]);
});
