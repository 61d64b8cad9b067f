import type { FormRule } from 'antd';
import { toPlainText } from '@/lib/plain-text';

export const emailRules: FormRule[] = [
  { required: true, message: 'Please enter your email address' },
  { type: 'email', transform: toPlainText, message: 'Please enter a valid email address' },
];
