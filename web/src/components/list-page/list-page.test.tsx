import { screen, waitFor, within, act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/api/api-error';
import { statusTypeSearch } from '@/lib/status-type-search';
import { useListSearch } from '@/lib/list-search';
import { selectOption, listOptions } from '@/testing/choices';
import { renderAt } from '@/testing/render-app';
import { getLines } from '@/testing/row-menu';
import { pagination } from '@/testing/samples';
import { mockWideViewport } from '@/testing/viewport';
import type { Column } from './columns';
import type { CompactRow } from './compact-rows';
import { pageSizeFilter, statusFilter, typeFilter } from './list-filters';
import { ListPage } from './list-page';
import { type ListQuery, SearchInput } from './list-section';

interface Row {
  id: number;
  name: string;
  size: string;
}

const STATUSES = ['active', 'expired'];

const TYPES = ['mobile'];

const schema = statusTypeSearch(STATUSES, TYPES);

const columns: Column<Row>[] = [
  { title: 'Name', card: 'title', render: ({ name }) => name },
  { title: 'Size', numeric: true, render: ({ size }) => size },
];

const rows: readonly Row[] = [
  { id: 1, name: 'First', size: '1 GB' },
  { id: 2, name: 'Second', size: '2 GB' },
];

const refetch = jest.fn(() => Promise.resolve());

const idle: ListQuery = {
  isError: false,
  isFetching: false,
  isPlaceholderData: false,
  error: null,
  refetch,
};

interface Example {
  rows?: readonly Row[] | undefined;
  query?: Partial<ListQuery>;
  pagerMode?: 'steps';
  lastPage?: number;
  isEstimate?: boolean;
  onCount?: () => void;
  toCompact?: (row: Row) => CompactRow;
  columns?: readonly Column<Row>[];
}

function Example({
  query,
  pagerMode,
  lastPage = 9,
  isEstimate,
  onCount,
  toCompact,
  columns: shownColumns = columns,
  ...given
}: Example) {
  const search = useListSearch(schema);
  const shown = 'rows' in given ? given.rows : rows;
  return (
    <ListPage<Row, typeof search.values>
      title="Things"
      refreshable
      label="Things"
      search={search}
      searchLabel="Search things"
      searchPlaceholder="Search by name"
      filters={[statusFilter(STATUSES, 'All statuses'), typeFilter(TYPES), pageSizeFilter]}
      query={{ ...idle, ...query }}
      rows={shown}
      pagination={
        shown && {
          ...pagination(shown.length, {
            page: search.values.page,
            perPage: 2,
            total: lastPage * 2,
          }),
          ...(isEstimate && { total_is_estimate: true }),
        }
      }
      onCount={onCount}
      pagerMode={pagerMode}
      columns={shownColumns}
      toCompact={toCompact}
      isHighlighted={({ id }) => id === 2}
      skeletonRows={2}
      empty={{ icon: 'list', title: 'No things yet' }}
      emptyFiltered="No things match."
      error={{ title: 'Failed to load things', message: 'Broken' }}
    />
  );
}

const open = (example: Example = {}, address = '/things') => ({
  ...renderAt(<Example {...example} />, address),
  user: userEvent.setup({ delay: null }),
});

describe('ListPage', () => {
  describe('on a wide screen', () => {
    mockWideViewport();

    it('should show rows as a table with right-aligned figures', async () => {
      open();
      const table = await screen.findByRole('table', { name: 'Things' });
      const headers = within(table).getAllByRole('columnheader');
      expect(headers.map(({ textContent }) => textContent)).toEqual(['Name', 'Size']);
      const cells = within(within(table).getByRole('row', { name: 'Second 2 GB' })).getAllByRole(
        'cell',
      );
      expect(cells[1]).toHaveStyle({ textAlign: 'right' });
    });

    it('should cut off texts where a column takes what the others leave, and show them in a title', async () => {
      const [name, size] = columns as [Column<Row>, Column<Row>];
      const { user } = open({ columns: [{ ...name, grow: 1 }, size] });
      const table = await screen.findByRole('table', { name: 'Things' });
      expect(table.closest('.table')).toHaveClass('oneLine');
      const cell = screen.getByRole('cell', { name: 'First' });
      expect(cell).toHaveClass('grow');
      Object.defineProperties(cell, {
        clientWidth: { value: 80 },
        scrollWidth: { value: 300 },
        innerText: { value: 'First' },
      });
      await user.hover(cell);
      expect(cell).toHaveAttribute('title', 'First');
      expect(screen.getByRole('cell', { name: '1 GB' })).not.toHaveClass('grow');
    });

    it('should highlight selected rows', async () => {
      open();
      expect(await screen.findByRole('row', { name: /Second/ })).toHaveClass('highlighted');
      expect(screen.getByRole('row', { name: /First/ })).not.toHaveClass('highlighted');
    });
  });

  it('should show rows as cards on a phone', () => {
    open();
    expect(screen.queryByRole('table')).toBeNull();
    const cards = within(screen.getByRole('list', { name: 'Things' })).getAllByRole('listitem');
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      'FirstSize1 GB',
      'SecondSize2 GB',
    ]);
    expect(cards[1]).toHaveClass('highlighted');
  });

  it('should show two lines and one menu for each row on a phone, operable by keyboard', async () => {
    const onSelect = jest.fn();
    const { user } = open({
      toCompact: ({ name, size }) => ({
        name,
        title: name,
        open: onSelect,
        lead: size,
        details: ['one', null, '', 'two'],
        actions:
          name === 'First'
            ? [
                { label: 'Edit', onSelect },
                { label: 'Remove', isDangerous: true, onSelect: () => undefined },
              ]
            : [],
      }),
    });
    const list = await screen.findByRole('list', { name: 'Things' });
    expect(within(list).getAllByRole('listitem').map(getLines)).toEqual([
      [
        ['First', '1 GB'],
        ['one · two', ''],
      ],
      [
        ['Second', '2 GB'],
        ['one · two', ''],
      ],
    ]);
    expect(screen.queryByRole('table')).toBeNull();
    const menu = screen.getByRole('button', { name: 'Actions for First' });
    expect(screen.queryByRole('button', { name: 'Actions for Second' })).toBeNull();
    menu.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus());
    expect(menu).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}');
    expect(menu).toHaveFocus();
    expect(menu).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{Enter}');
    // The menu takes the focus some frames after it opened; a click before that would lose it again.
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus());
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    expect(onSelect).toHaveBeenCalledTimes(1);
    expect(menu).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Second' }));
    expect(onSelect).toHaveBeenCalledTimes(2);
  });

  it('should reset to page 1 on filtering and show a removable chip per active filter', async () => {
    const { router, user } = open({}, '/things?page=3');
    expect(await listOptions('Status')).toEqual(['All statuses', 'Active', 'Expired']);
    await selectOption('Status', 'Expired');
    expect(router.state.location.search).toBe('?status=expired');
    await selectOption('Per page', '25 / page');
    await user.type(screen.getByRole('searchbox', { name: 'Search things' }), ' ni ');
    await waitFor(() =>
      expect(router.state.location.search).toBe('?status=expired&per_page=25&search=ni'),
    );
    await screen.findByRole('button', { name: 'Remove filter “ni”' });
    const chips = within(screen.getByRole('group', { name: 'Applied filters' }));
    expect(
      chips
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.textContent),
    ).toEqual(['Remove filter “ni”', 'Remove filter Expired', 'Clear']);
    chips.getByRole('button', { name: 'Remove filter Expired' }).focus();
    await user.keyboard('{Enter}');
    expect(router.state.location.search).toBe('?per_page=25&search=ni');
    await user.click(chips.getByRole('button', { name: 'Clear' }));
    expect(router.state.location.search).toBe('');
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.queryByRole('group', { name: 'Applied filters' })).toBeNull();
  });

  it('should offer five pages around the current one, by mouse and keyboard', async () => {
    const { router, user } = open({}, '/things?page=5');
    const pager = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pager.getByText('Showing 9 to 10 of 18 results')).toBeInTheDocument();
    const pages = () =>
      pager.getAllByRole('button', { name: /^Page/ }).map(({ textContent }) => textContent);
    expect(pages()).toEqual(['3', '4', '5', '6', '7']);
    expect(pager.getByRole('button', { current: 'page' })).toHaveAccessibleName('Page 5');
    await user.click(pager.getByRole('button', { name: 'Page 7' }));
    expect(router.state.location.search).toBe('?page=7');
    await user.click(pager.getByRole('button', { name: 'Next' }));
    expect(pages()).toEqual(['5', '6', '7', '8', '9']);
    await user.click(pager.getByRole('button', { name: 'Previous' }));
    pager.getByRole('button', { name: 'Page 9' }).closest('li')?.focus();
    await user.keyboard('{Enter}');
    expect(router.state.location.search).toBe('?page=9');
    expect(pager.getByRole('button', { name: 'Next' })).toBeDisabled();
  });

  it('should say that the number of results is an estimate, and offer to count', async () => {
    const onCount = jest.fn();
    const { user } = open({ isEstimate: true, lastPage: 6200, onCount });
    const pager = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(await pager.findByText('Showing 1 to 2 of about 12,400 results')).toBeInTheDocument();
    await user.click(pager.getByRole('button', { name: 'Count exactly' }));
    expect(onCount).toHaveBeenCalledTimes(1);
    expect(pager.getByRole('status')).toHaveFocus();
  });

  it('should offer Previous, Next and "Page X of Y" in steps mode', async () => {
    const { router, user } = open({ pagerMode: 'steps' });
    const pager = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pager.getByText('Page 1 of 9')).toBeInTheDocument();
    expect(pager.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Previous',
      'Next',
    ]);
    expect(pager.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await user.click(pager.getByRole('button', { name: 'Next' }));
    expect(router.state.location.search).toBe('?page=2');
  });

  it('should open the last page instead of one beyond it, and keep the filters', async () => {
    const { router } = open({ lastPage: 3 }, '/things?page=999&status=expired');
    await waitFor(() => expect(router.state.location.search).toBe('?page=3&status=expired'));
    expect(router.state.historyAction).toBe('REPLACE');
    expect(await screen.findByText('Showing 5 to 6 of 6 results')).toBeInTheDocument();
  });

  it('should not let rows be used while they are not those asked for', async () => {
    const rowsOf = () => screen.getByRole('list', { name: 'Things' }).parentElement;
    const { unmount } = open({ query: { isPlaceholderData: true } });
    expect(rowsOf()).toHaveAttribute('inert');
    unmount();
    const { router, user } = open();
    expect(rowsOf()).not.toHaveAttribute('inert');
    await user.type(screen.getByRole('searchbox'), 'second');
    expect(router.state.location.search).toBe('');
    expect(rowsOf()).toHaveAttribute('inert');
    await waitFor(() => expect(rowsOf()).not.toHaveAttribute('inert'));
    expect(router.state.location.search).toBe('?search=second');
  });

  it('should show a loading state and mark rows of the previous page as stale', () => {
    const { unmount } = open({ rows: undefined });
    expect(screen.getByRole('status')).toHaveTextContent('Loading Things');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
    unmount();
    open({ query: { isPlaceholderData: true } });
    expect(screen.getByRole('list', { name: 'Things' }).parentElement).toHaveAttribute(
      'aria-busy',
      'true',
    );
  });

  it('should distinguish an empty list from filters without a match', async () => {
    const { unmount } = open({ rows: [], lastPage: 0 });
    expect(screen.getByText('No things yet')).toBeInTheDocument();
    unmount();
    const { router, user } = open({ rows: [], lastPage: 0 }, '/things?type=mobile');
    expect(screen.getByText('No things match.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(router.state.location.search).toBe('');
  });

  it('should show an error with its request id and Try Again, and refetch on Refresh', async () => {
    const error = new ApiError({ status: 500, code: 'X', message: 'Oops', requestId: 'req-1' });
    const { user } = open({ query: { isError: true, error } });
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('Failed to load things');
    expect(alert).toHaveTextContent('Broken');
    expect(alert).toHaveTextContent('req-1');
    await user.click(within(alert).getByRole('button', { name: 'Try Again' }));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(refetch).toHaveBeenCalledTimes(2);
  });
});

const box = (value: string, onSearch: (text: string) => void) => (
  <SearchInput label="Search" placeholder="Search" value={value} onSearch={onSearch} />
);

describe('SearchInput', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('should search once, half a second after the last key', async () => {
    const onSearch = jest.fn();
    const person = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    render(box('', onSearch));
    await person.type(screen.getByRole('searchbox'), 'nig ');
    act(() => jest.advanceTimersByTime(499));
    expect(onSearch).not.toHaveBeenCalled();
    act(() => jest.advanceTimersByTime(1));
    expect(onSearch.mock.calls).toEqual([['nig']]);
  });

  it('should be emptied by Back and Clear', () => {
    const onSearch = jest.fn();
    const { rerender } = render(box('nigeria', onSearch));
    rerender(box('', onSearch));
    expect(screen.getByRole('searchbox')).toHaveValue('');
    act(() => jest.advanceTimersByTime(1000));
    expect(onSearch).not.toHaveBeenCalled();
  });

  it('should keep newer input while an earlier text is applied to the URL', async () => {
    const onSearch = jest.fn();
    const person = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const { rerender } = render(box('', onSearch));
    const input = screen.getByRole('searchbox');
    await person.type(input, 'c');
    act(() => jest.advanceTimersByTime(500));
    await person.type(input, 'hi');
    rerender(box('c', onSearch));
    expect(input).toHaveValue('chi');
    act(() => jest.advanceTimersByTime(500));
    expect(onSearch.mock.calls).toEqual([['c'], ['chi']]);
    rerender(box('chi', onSearch));
    rerender(box('c', onSearch));
    expect(input).toHaveValue('c');
  });

  it('should apply a cleared text before the previous one has reached the URL', async () => {
    const onSearch = jest.fn();
    const person = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const { rerender } = render(box('', onSearch));
    const input = screen.getByRole('searchbox');
    await person.type(input, 'c');
    act(() => jest.advanceTimersByTime(500));
    await person.clear(input);
    act(() => jest.advanceTimersByTime(500));
    expect(onSearch.mock.calls).toEqual([['c'], ['']]);
    rerender(box('c', onSearch));
    expect(input).toHaveValue('');
  });

  it('should be focused by the slash key', async () => {
    const person = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    render(box('', jest.fn()));
    await person.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });
});
