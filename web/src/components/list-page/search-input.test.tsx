import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SearchInput } from './list-section';

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
