import { asList } from './list';

// spec: C7.34
it.each([undefined, null, {}, 'text', 7])('%j reads as an empty list', (odd) =>
  expect(asList(odd as never)).toEqual([]),
);

it('a list stays what it is', () => expect(asList([1, 2])).toEqual([1, 2]));
