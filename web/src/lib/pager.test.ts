import { getPagerState, pageWindow } from './pager';

describe('pageWindow', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 5]],
    [5, 9, [3, 4, 5, 6, 7]],
    [9, 9, [5, 6, 7, 8, 9]],
  ])('on page %s of %s should return the pages %j', (current, last, pages) => {
    expect(pageWindow(current, last)).toEqual(pages);
  });
});

describe('getPagerState', () => {
  it.each([
    [undefined, { current: 3, last: 9 }],
    [1, { current: 1, last: 9 }],
    [12, { current: 9, last: 9 }],
  ])('on page 3 of 9 while page %s is loading should return %j', (requested, state) => {
    expect(getPagerState({ current_page: 3, last_page: 9 }, requested)).toEqual(state);
  });
});
