import type { FormRule } from 'antd';
import { emailRule } from '@/components/form/email-rule';

export const emailRules: FormRule[] = [
  { required: true, message: 'Please enter your email address' },
  emailRule('Please enter a valid email address'),
];
