import { toPagination } from './pagination.dto';

describe('Pagination', () => {
  it.each([
    [
      0,
      0,
      1,
      { last_page: 1, from: null, to: null, has_previous_page: false, has_next_page: false },
    ],
    [31, 15, 1, { last_page: 3, from: 1, to: 15, has_previous_page: false, has_next_page: true }],
    [31, 1, 3, { last_page: 3, from: 31, to: 31, has_previous_page: true, has_next_page: false }],
    [
      31,
      0,
      9,
      { last_page: 3, from: null, to: null, has_previous_page: true, has_next_page: false },
    ],
  ])('of %i rows with %i on page %i', (total, rows, page, expected) => {
    const pagination = toPagination({ rows: Array(rows), total, page: { page, perPage: 15 } });
    expect(pagination).toMatchObject({ total, current_page: page, per_page: 15, ...expected });
  });
});
