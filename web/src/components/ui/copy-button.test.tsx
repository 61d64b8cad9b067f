import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openedMessages, resetMessages } from '@/testing/messages';
import { CopyButton } from './copy-button';

describe('a copy button', () => {
  it('should copy the text and confirm for two seconds', async () => {
    jest.useFakeTimers();
    const person = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    render(<CopyButton text="u1:p1" label="the password" />);
    await person.click(screen.getByRole('button', { name: 'Copy the password' }));
    expect(write).toHaveBeenCalledWith('u1:p1');
    await act(() => jest.advanceTimersByTimeAsync(0));
    const button = screen.getByRole('button', { name: 'Copied the password' });
    expect(button).toHaveTextContent('Copied');
    act(() => jest.advanceTimersByTime(1999));
    expect(button).toHaveTextContent('Copied');
    act(() => jest.advanceTimersByTime(1));
    expect(button).toHaveTextContent(/^Copy$/);
  });

  it('should show a failure as a message, or on the button where no message display is loaded', async () => {
    const person = userEvent.setup({ delay: null });
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('blocked'));
    render(
      <>
        <CopyButton text="a" label="one" />
        <CopyButton text="b" label="two" inlineFailure />
      </>,
    );
    await person.click(screen.getByRole('button', { name: 'Copy one' }));
    expect(openedMessages()).toEqual([expect.stringContaining('Copying is blocked')]);
    resetMessages();
    await person.click(screen.getByRole('button', { name: 'Copy two' }));
    expect(screen.getByRole('button', { name: 'Copy two' })).toHaveTextContent(
      'Copying is blocked',
    );
    expect(openedMessages()).toEqual([]);
  });
});
