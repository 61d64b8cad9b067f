import { asList } from './list';

it.each([undefined, null, {}, 'text', 7])('%j becomes an empty list', (odd) =>
  expect(asList(odd as never)).toEqual([]),
);

it('should return a list unchanged', () => expect(asList([1, 2])).toEqual([1, 2]));
