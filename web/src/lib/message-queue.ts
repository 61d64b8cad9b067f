export type MessageKind = 'success' | 'error' | 'info';
export type CloseMessage = () => void;
export type ShowMessage = (kind: MessageKind, text: string) => CloseMessage;

interface PendingMessage {
  kind: MessageKind;
  text: string;
  isClosed: boolean;
  /** Set once the message is displayed. */
  close: CloseMessage | undefined;
}

let show: ShowMessage | null = null;
let pending: PendingMessage[] = [];

/**
 * Connects code that runs outside React components (query cache, session, router) with Ant Design's
 * message API. Messages wait here until the display is loaded: the public pages ship without antd.
 */
export const messageQueue = {
  open(kind: MessageKind, text: string): CloseMessage {
    if (show) return show(kind, text);
    const message: PendingMessage = { kind, text, isClosed: false, close: undefined };
    pending.push(message);
    return () => {
      message.isClosed = true;
      message.close?.();
    };
  },

  /** @returns disconnects the display; messages opened afterwards wait for the next one. */
  connect(display: ShowMessage): () => void {
    show = display;
    const waiting = pending.filter(({ isClosed }) => !isClosed);
    pending = [];
    waiting.forEach((message) => {
      message.close = display(message.kind, message.text);
    });
    return () => {
      if (show === display) show = null;
    };
  },

  success: (text: string): CloseMessage => messageQueue.open('success', text),
  error: (text: string): CloseMessage => messageQueue.open('error', text),
  info: (text: string): CloseMessage => messageQueue.open('info', text),
};
