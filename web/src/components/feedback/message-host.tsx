import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { App, Button } from 'antd';
import type { MessageArgsProps } from 'antd';
import { useEffect, useRef, type RefObject } from 'react';
import { messageQueue, type MessageKind } from '@/lib/message-queue';
import styles from './message-host.module.css';
import { openErrors } from './notify';

export const MESSAGE_SECONDS: Record<MessageKind, number> = { error: 4, success: 2, info: 4 };
export const MAX_MESSAGES = 20;
const ONE_MILLISECOND = 0.001;

/** Ant Design passes `role` to the notice, but its type does not include it. */
type NoticeArgs = MessageArgsProps & { role: 'alert' | 'status' };

function MessageConnector() {
  const { message } = App.useApp();
  const repeats = useRef(new Map<string, number>());

  useEffect(
    () =>
      messageQueue.connect((kind, text) => {
        const key = `${kind}:${text}`;
        const forget = (): void => {
          repeats.current.delete(key);
          openErrors.delete(key);
        };
        const close = (): void => {
          forget();
          message.destroy(key);
        };
        if (kind === 'error') openErrors.set(key, close);
        const repeat = repeats.current.get(key) ?? 0;
        repeats.current.set(key, repeat + 1);
        const args: NoticeArgs = {
          key,
          type: kind,
          role: kind === 'error' ? 'alert' : 'status',
          className: styles.message,
          // Only a changed duration restarts the timer of a message on screen.
          duration: MESSAGE_SECONDS[kind] + (repeat % 2) * ONE_MILLISECOND,
          content: (
            <span className={styles.content}>
              <span>{text}</span>
              <Button
                type="text"
                size="small"
                aria-label="Dismiss"
                icon={<CloseOutlined />}
                onClick={close}
              />
            </span>
          ),
          onClose: forget,
        };
        message.open(args);
        return close;
      }),
    [message],
  );
  return null;
}

function MessageApp({ region }: { region: RefObject<HTMLElement | null> }) {
  return (
    <App
      component={false}
      message={{
        maxCount: MAX_MESSAGES,
        pauseOnHover: true,
        getContainer: () => region.current ?? document.body,
      }}
    >
      <MessageConnector />
    </App>
  );
}

/** Renders queued messages in a live region that exists before its first message. */
export default function MessageHost() {
  const region = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={region} role="region" aria-label="Notifications" aria-live="polite" />
      <MessageApp region={region} />
    </>
  );
}
