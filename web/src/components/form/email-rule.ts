import type { FormRule } from 'antd';
import { toPlainText } from '@/lib/plain-text';

/** Takes what the server reads as an address. */
export const emailRule = (message: string): FormRule => ({
  type: 'email',
  transform: toPlainText,
  message,
});
