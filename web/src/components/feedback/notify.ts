import { messageQueue } from '@/lib/message-queue';

/** Closes each error on the screen; kept by MessageHost. */
export const openErrors = new Map<string, () => void>();

/** Short messages at the top of the screen, shown by Ant Design's message API (see MessageHost). */
export const notify = {
  ...messageQueue,
  /** Closes the errors on the screen: what they are about has changed. */
  dismissErrors: (): void => openErrors.forEach((close) => close()),
  /** For `onSuccess`: shows what the server says, or else the text, and goes on. */
  thenGoOn:
    (next: () => void, text = '') =>
    ({ message = text }: { message?: string }): void => {
      messageQueue.success(message);
      next();
    },
};
