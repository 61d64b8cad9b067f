import { messageQueue, type CloseMessage } from './message-queue';

const closers = new Map<number, CloseMessage>();
let lastId = 0;

const opened = (close: CloseMessage): number => {
  lastId += 1;
  closers.set(lastId, close);
  return lastId;
};

/** Deprecated: new code takes `useMessage()` from components/feedback/use-message. */
export const toast = {
  success: (text: string): number => opened(messageQueue.success(text)),
  error: (text: string): number => opened(messageQueue.error(text)),
  blank: (text: string): number => opened(messageQueue.info(text)),
  dismiss(id: number): void {
    closers.get(id)?.();
    closers.delete(id);
  },
};
