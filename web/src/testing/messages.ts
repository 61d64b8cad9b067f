import { act } from '@testing-library/react';
import { MESSAGE_SECONDS } from '@/components/feedback/message-host';
import { messageQueue } from '@/lib/message-queue';

const shipped = { ...MESSAGE_SECONDS };
const TEN_MINUTES = 600;

/** Long durations, so that a message is still on screen when a slow machine asserts it. */
export const extendMessages = (): void =>
  void Object.assign(MESSAGE_SECONDS, {
    error: TEN_MINUTES,
    success: TEN_MINUTES,
    info: TEN_MINUTES,
  });

export const restoreMessageDurations = (): void => void Object.assign(MESSAGE_SECONDS, shipped);

/** The bell has the same name. */
const REGION = '[role=region][aria-label="Notifications"]';

const notices = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`${REGION} .ant-message-notice`),
];

/** Texts of visible messages, oldest first. */
export const visibleMessages = (): string[] =>
  notices().map(({ textContent }) => textContent ?? '');

const opened = new Map<string, string>();
const { open } = messageQueue;
messageQueue.open = (kind, text) => {
  opened.set(`${kind}:${text}`, text);
  return open(kind, text);
};

/** Texts of all messages since the last reset, including closed and queued ones. */
export const openedMessages = (): string[] => [...opened.values()];

/** Closes visible messages, drops queued ones and clears the recorded texts. */
export const resetMessages = (): void => {
  act(() => {
    notices().forEach((notice) => notice.querySelector('button')?.click());
    if (!document.querySelector(REGION)) messageQueue.connect(() => () => undefined)();
  });
  opened.clear();
};
