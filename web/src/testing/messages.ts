import { act } from '@testing-library/react';
import { MESSAGE_SECONDS } from '@/components/feedback/message-host';
import { messageQueue } from '@/lib/message-queue';

const shipped = { ...MESSAGE_SECONDS };
const TEN_MINUTES = 600;

/** On a busy machine an assertion may come long after the message: it is then still on screen. */
export const extendMessages = (): void =>
  void Object.assign(MESSAGE_SECONDS, {
    error: TEN_MINUTES,
    success: TEN_MINUTES,
    info: TEN_MINUTES,
  });

/** The durations that users see. */
export const restoreMessageDurations = (): void => void Object.assign(MESSAGE_SECONDS, shipped);

const notices = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[aria-label="Notifications"] .ant-message-notice'),
];

/** Texts of the messages on screen, oldest first. */
export const shownMessages = (): string[] => notices().map(({ textContent }) => textContent ?? '');

const opened = new Map<string, string>();
const { open } = messageQueue;
messageQueue.open = (kind, text) => {
  opened.set(`${kind}:${text}`, text);
  return open(kind, text);
};

/** Texts of all messages since the last reset, also those that are closed or wait for the display. */
export const openedMessages = (): string[] => [...opened.values()];

/** Closes the messages on screen, drops those that wait for a display, and forgets all texts. */
export const resetMessages = (): void => {
  act(() => {
    notices().forEach((notice) => notice.querySelector('button')?.click());
    if (!document.querySelector('[aria-label="Notifications"]'))
      messageQueue.connect(() => () => undefined)();
  });
  opened.clear();
};
