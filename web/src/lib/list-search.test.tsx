import { act, renderHook } from '@testing-library/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import {
  choiceField,
  numberField,
  pageField,
  printSearch,
  readSearch,
  textField,
  useListSearch,
  type ListSearch,
} from './list-search';
import { useOpenRow } from './open-row';

const schema = {
  page: pageField,
  per_page: numberField(10, (size) => [10, 25].includes(size)),
  search: textField(),
  status: choiceField(['all', 'active'], 'all'),
};

type Values = ReturnType<typeof read>;

const read = (query: string) => readSearch(schema, new URLSearchParams(query));
describe('list search schema', () => {
  it('should parse URL parameters and use the fallback for invalid ones', () => {
    expect(read('page=3&per_page=25&search=ng&status=active')).toEqual({
      page: 3,
      per_page: 25,
      search: 'ng',
      status: 'active',
    });
    expect(read('page=-1&per_page=7&status=%3Cscript%3E')).toEqual({
      page: 1,
      per_page: 10,
      search: '',
      status: 'all',
    });
    expect(read('page=1.5')).toMatchObject({ page: 1 });
  });

  it('should cut a search to the length the server accepts', () => {
    expect(read(`search=${'x'.repeat(150)}`).search).toHaveLength(100);
  });

  it('should omit default values', () => {
    expect(printSearch<Values>(schema, { status: 'all', page: 2 })).toEqual({
      status: null,
      page: '2',
    });
    expect(printSearch<Values>(schema, { per_page: 25, page: 2 })).toEqual({
      per_page: '25',
      page: '2',
    });
  });

  it('should reset to page 1 when a filter changes and keep filters when the page changes', () => {
    expect(printSearch<Values>(schema, { status: 'active' })).toEqual({
      page: null,
      status: 'active',
    });
    expect(printSearch(schema, { page: 2 })).toEqual({ page: '2' });
  });
});

describe('useListSearch', () => {
  const never = new Promise<null>(() => undefined);

  function open<Result = ListSearch<Values>>(
    useHook: () => Result = () => useListSearch(schema) as Result,
  ) {
    const opened = {} as { router: ReturnType<typeof createMemoryRouter> };
    const wrapper = ({ children }: { children: ReactNode }) => {
      opened.router ??= createMemoryRouter([
        { path: '/slow', loader: () => never, element: null },
        { path: '*', element: children },
      ]);
      return <RouterProvider router={opened.router} />;
    };
    return { ...renderHook(useHook, { wrapper }), opened };
  }

  it('should add history entries for selections but not for typed letters', async () => {
    const { result, opened } = open();
    await act(async () => result.current.set({ status: 'active' }));
    await act(async () => result.current.set({ search: 'ni' }, true));
    await act(async () => result.current.set({ search: 'nigeria' }, true));
    expect(opened.router.state.location.search).toBe('?status=active&search=nigeria');
    await act(async () => opened.router.navigate(-1));
    expect(result.current.values).toMatchObject({ status: 'all', search: '' });
    await act(async () => result.current.set({ status: 'active' }));
    await act(async () => result.current.clear());
    expect(opened.router.state.location.search).toBe('');
  });

  it('should keep both of two changes in the same tick, and later changes', async () => {
    const { result, opened } = open();
    await act(async () => {
      result.current.set({ search: 'ng' }, true);
      result.current.set({ status: 'active' }, true);
    });
    expect(opened.router.state.location.search).toBe('?search=ng&status=active');
    await act(async () => opened.router.navigate('/?per_page=25'));
    await act(async () => result.current.set({ status: 'active' }));
    expect(opened.router.state.location.search).toBe('?per_page=25&status=active');
  });

  it('should keep a change made while the previous one is rendered', async () => {
    const { result, opened } = open(() => {
      const latest = useRef<ListSearch<Values>>(undefined);
      const { search } = useLocation();
      // Effects run in this order: one change before the list renders the new URL, one after.
      useEffect(() => {
        if (search === '?search=ng') latest.current?.set({ status: 'active' }, true);
      }, [search]);
      const list = useListSearch(schema);
      useEffect(() => {
        latest.current = list;
        if (search === '?search=ng') list.set({ per_page: 25 }, true);
      });
      return list;
    });
    await act(async () => result.current.set({ search: 'ng' }, true));
    expect(opened.router.state.location.search).toBe('?search=ng&status=active&per_page=25');
  });

  it('should keep parameters written by another component in the same tick', async () => {
    const { result, opened } = open(() => ({
      list: useListSearch(schema),
      row: useOpenRow('user', undefined, () => undefined),
    }));
    await act(async () => {
      result.current.list.set({ search: 'ng' }, true);
      result.current.row.open(7);
      result.current.list.clear();
      result.current.list.set({ status: 'active' });
    });
    expect(opened.router.state.location.search).toBe('?user=7&status=active');
  });

  it('should discard a debounced text once another page is loading', async () => {
    const { result, opened } = open();
    await act(async () => {
      void opened.router.navigate('/slow?page=2');
      result.current.set({ search: 'ng' }, true);
    });
    expect(opened.router.state.navigation.location).toMatchObject({
      pathname: '/slow',
      search: '?page=2',
    });
  });

  it('should not change the URL of the next page', async () => {
    const { result, opened } = open();
    const { set } = result.current;
    await act(async () => opened.router.navigate('/other?page=2'));
    await act(async () => set({ search: 'ng' }, true));
    expect(opened.router.state.location).toMatchObject({ pathname: '/other', search: '?page=2' });
  });
});
