import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import {
  choiceField,
  numberField,
  pageField,
  readSearch,
  textField,
  useListSearch,
  writeSearch,
} from './list-search';

const schema = {
  page: pageField,
  per_page: numberField(10, (size) => [10, 25].includes(size)),
  search: textField(),
  status: choiceField(['all', 'active'], 'all'),
};

const read = (query: string) => readSearch(schema, new URLSearchParams(query));
const write = (query: string, change: Partial<ReturnType<typeof read>>) =>
  writeSearch(schema, new URLSearchParams(query), change).toString();

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
    expect(write('status=active', { status: 'all' })).toBe('');
    expect(write('', { per_page: 25 })).toBe('per_page=25');
  });

  it('goes back to page 1 with any filter, and stays in the filter with any page', () => {
    expect(write('page=4', { status: 'active' })).toBe('status=active');
    expect(write('status=active', { page: 2 })).toBe('status=active&page=2');
  });

  it('keeps what belongs to others', () => {
    expect(write('open=7&page=2', { search: 'x' })).toBe('open=7&search=x');
  });
});

describe('useListSearch', () => {
  function open() {
    const opened = {} as { router: ReturnType<typeof createMemoryRouter> };
    const wrapper = ({ children }: { children: ReactNode }) => {
      opened.router ??= createMemoryRouter([{ path: '*', element: children }]);
      return <RouterProvider router={opened.router} />;
    };
    return { ...renderHook(() => useListSearch(schema), { wrapper }), opened };
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
});
