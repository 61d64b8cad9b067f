import type { FormRule } from 'antd';
import { emailRule } from '@/components/form/email-rule';

/** Location state that fills in the email on the next sign-in screen. */
export interface EmailState {
  email: string;
}

export const emailState = (email: string): EmailState => ({ email });

/** Empty when another page, or none, navigated here. */
export function readEmailState(state: unknown): string {
  const email = (state as Partial<EmailState> | null)?.email;
  return typeof email === 'string' ? email : '';
}

export const emailRules: FormRule[] = [
  { required: true, message: 'Please enter your email address' },
  emailRule('Please enter a valid email address'),
];
