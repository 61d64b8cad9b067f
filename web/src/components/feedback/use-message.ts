import { messageQueue, type CloseMessage } from '@/lib/message-queue';

export interface MessageApi {
  success: (text: string) => CloseMessage;
  error: (text: string) => CloseMessage;
  info: (text: string) => CloseMessage;
}

const api: MessageApi = {
  success: messageQueue.success,
  error: messageQueue.error,
  info: messageQueue.info,
};

/** Short messages at the top of the screen, shown by Ant Design's message API (see MessageHost). */
export const useMessage = (): MessageApi => api;
