import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { messageQueue } from '@/lib/message-queue';
import { extendMessages, restoreMessageDurations, shownMessages } from '@/testing/messages';
import MessageHost, { MAX_MESSAGES } from './message-host';

/** Ant Design's timer looks at the clock with each frame. */
const FRAME_MS = 17;

describe('MessageHost', () => {
  const wait = (ms: number): void => act(() => jest.advanceTimersByTime(ms));
  const open = (kind: 'success' | 'error' | 'info', text: string): void =>
    act(() => void messageQueue[kind](text));

  beforeAll(restoreMessageDurations);
  afterAll(extendMessages);
  beforeEach(() => {
    jest.useFakeTimers();
    render(<MessageHost />);
  });
  afterEach(() => {
    act(() => jest.runOnlyPendingTimers());
    jest.useRealTimers();
  });

  // spec: C4.11, C9.13
  it.each([
    ['error', 4000],
    ['success', 2000],
    ['info', 4000],
  ] as const)('shows a message of kind %s for %d ms', (kind, ms) => {
    open(kind, 'hello');
    wait(ms - FRAME_MS);
    expect(shownMessages()).toEqual(['hello']);
    wait(2 * FRAME_MS);
    expect(shownMessages()).toEqual([]);
  });

  // spec: C9.14
  it('shows twenty messages at most: the oldest gives way', () => {
    for (let index = 1; index <= MAX_MESSAGES + 3; index += 1) open('error', `no ${index}`);
    expect(shownMessages()).toHaveLength(20);
    expect(shownMessages()[0]).toBe('no 4');
    expect(shownMessages().at(-1)).toBe('no 23');
  });

  it('shows a repeated text once and starts its time again', () => {
    open('error', 'down');
    for (let repeat = 0; repeat < 3; repeat += 1) {
      wait(3000);
      open('error', 'down');
      expect(shownMessages()).toEqual(['down']);
    }
    wait(3900);
    expect(shownMessages()).toEqual(['down']);
    wait(200);
    expect(shownMessages()).toEqual([]);
  });

  it('keeps a message while the pointer rests on it', () => {
    open('error', 'read me');
    const notice = screen.getByRole('alert');
    fireEvent.mouseEnter(notice);
    wait(60_000);
    expect(shownMessages()).toEqual(['read me']);
    fireEvent.mouseLeave(notice);
    wait(4000 + FRAME_MS);
    expect(shownMessages()).toEqual([]);
  });

  it('closes a message by keyboard', async () => {
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    open('error', 'close me');
    await user.tab();
    expect(screen.getByRole('button', { name: 'Dismiss' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(shownMessages()).toEqual([]);
  });

  it('announces errors as alerts and the others as status, in a live region', () => {
    const region = screen.getByRole('region', { name: 'Notifications' });
    expect(region).toHaveAttribute('aria-live', 'polite');
    open('error', 'broken');
    open('success', 'saved');
    open('info', 'by the way');
    expect(region).toContainElement(screen.getByRole('alert'));
    expect(screen.getByRole('alert')).toHaveTextContent('broken');
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
      'saved',
      'by the way',
    ]);
  });
});

describe('messageQueue', () => {
  it('keeps messages until a display is connected, except those that were closed before', () => {
    messageQueue.error('first');
    messageQueue.info('closed')();
    const close = messageQueue.success('second');
    const closed = jest.fn();
    const show = jest.fn(() => closed);
    const disconnect = messageQueue.connect(show);
    expect(show.mock.calls).toEqual([
      ['error', 'first'],
      ['success', 'second'],
    ]);
    close();
    expect(closed).toHaveBeenCalledTimes(1);
    disconnect();
  });
});
