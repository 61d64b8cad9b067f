import { pageWindow } from './pager';

describe('the page numbers offered', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 5]],
    [5, 9, [3, 4, 5, 6, 7]],
    [9, 9, [5, 6, 7, 8, 9]],
  ])('on page %s of %s are %j', (current, last, pages) => {
    expect(pageWindow(current, last)).toEqual(pages);
  });
});
