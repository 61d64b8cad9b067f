import { messageQueue } from '@/lib/message-queue';

/** Short messages at the top of the screen, shown by Ant Design's message API (see MessageHost). */
export const notify = {
  ...messageQueue,
  /** For `onSuccess`: shows what the server says, or else the text, and goes on. */
  thenGoOn:
    (next: () => void, text = '') =>
    ({ message = text }: { message?: string }): void => {
      messageQueue.success(message);
      next();
    },
};
