import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { messageQueue } from '@/lib/message-queue';
import { extendMessages, restoreMessageDurations, visibleMessages } from '@/testing/messages';
import MessageHost, { MAX_MESSAGES } from './message-host';

/** Ant Design's timer reads the clock in each animation frame. */
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

  it.each([
    ['error', 4000],
    ['success', 2000],
    ['info', 4000],
  ] as const)('shows a message of kind %s for %d ms', (kind, ms) => {
    open(kind, 'hello');
    wait(ms - FRAME_MS);
    expect(visibleMessages()).toEqual(['hello']);
    wait(2 * FRAME_MS);
    expect(visibleMessages()).toEqual([]);
  });

  it('should show at most twenty messages and drop the oldest', () => {
    for (let index = 1; index <= MAX_MESSAGES + 3; index += 1) open('error', `no ${index}`);
    expect(visibleMessages()).toHaveLength(20);
    expect(visibleMessages()[0]).toBe('no 4');
    expect(visibleMessages().at(-1)).toBe('no 23');
  });

  it('should show a repeated text once and restart its timer', () => {
    open('error', 'down');
    for (let repeat = 0; repeat < 3; repeat += 1) {
      wait(3000);
      open('error', 'down');
      expect(visibleMessages()).toEqual(['down']);
    }
    wait(3900);
    expect(visibleMessages()).toEqual(['down']);
    wait(200);
    expect(visibleMessages()).toEqual([]);
  });

  it('should keep a message open while the pointer is over it', () => {
    open('error', 'read me');
    const notice = screen.getByRole('alert');
    fireEvent.mouseEnter(notice);
    wait(60_000);
    expect(visibleMessages()).toEqual(['read me']);
    fireEvent.mouseLeave(notice);
    wait(4000 + FRAME_MS);
    expect(visibleMessages()).toEqual([]);
  });

  it('should close a message by keyboard', async () => {
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    open('error', 'close me');
    await user.tab();
    expect(screen.getByRole('button', { name: 'Dismiss' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(visibleMessages()).toEqual([]);
  });

  it('should announce errors as alerts and other messages as status, in a live region', () => {
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
  it('should keep open messages until a display is connected', () => {
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
