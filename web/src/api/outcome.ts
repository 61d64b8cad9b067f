import { messageQueue } from '@/lib/message-queue';

/**
 * Options of a mutation that shows the server's message when it succeeds.
 * @param fallback shown when it fails without a message.
 */
export const outcome = (fallback: string, onDone?: () => void) => ({
  meta: { fallback },
  onSuccess: ({ message }: { message?: string }): void => {
    if (message) messageQueue.success(message);
    onDone?.();
  },
});
