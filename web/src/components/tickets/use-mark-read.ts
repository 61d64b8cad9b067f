import { useEffect, useEffectEvent } from 'react';

/** Marks the messages that are on screen as read, once for each last one. */
export function useMarkRead(
  ticket: { unread_count: number; messages: readonly { id: number }[] } | undefined,
  mark: (lastId: number) => void,
): void {
  const last = ticket?.unread_count ? ticket.messages.at(-1)?.id : undefined;
  const onRead = useEffectEvent(mark);
  useEffect(() => {
    if (last !== undefined) onRead(last);
  }, [last]);
}
