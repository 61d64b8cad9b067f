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
describe('a list’s address', () => {
  it('reads what is written and falls back on what is broken', () => {
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

  it('cuts a search to what the server takes', () => {
    expect(read(`search=${'x'.repeat(150)}`).search).toHaveLength(100);
  });

  it('leaves defaults out', () => {
    expect(printSearch<Values>(schema, { status: 'all', page: 2 })).toEqual({
      status: null,
      page: '2',
    });
    expect(printSearch<Values>(schema, { per_page: 25, page: 2 })).toEqual({
      per_page: '25',
      page: '2',
    });
  });

  // spec: A4.12, C4.18
  it('goes back to page 1 with any filter, and stays in the filter with any page', () => {
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

  it('walks back through choices, not through typed letters', async () => {
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

  // spec: A4.15
  it('keeps both of two changes made at the same moment, and starts anew after them', async () => {
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

  it('keeps a change made while the one before it is being shown', async () => {
    const { result, opened } = open(() => {
      const latest = useRef<ListSearch<Values>>(undefined);
      const { search } = useLocation();
      // Effects run in this order: one change before the list sees the address, one after.
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

  it('keeps what another part of the page wrote at the same moment', async () => {
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

  it('lets go of what rests while another page is on its way', async () => {
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

  it('leaves the address of the page that came after it alone', async () => {
    const { result, opened } = open();
    const { set } = result.current;
    await act(async () => opened.router.navigate('/other?page=2'));
    await act(async () => set({ search: 'ng' }, true));
    expect(opened.router.state.location).toMatchObject({ pathname: '/other', search: '?page=2' });
  });
});
