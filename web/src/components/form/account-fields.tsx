import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { PasswordInput } from './password-input';

/** What the owner of a new account chooses: `name`, `password` and `confirmPassword`. @param children between name and password. */
export const AccountFields = ({ children }: { children?: ReactNode }) => (
  <>
    <Form.Item
      name="name"
      label="Full name"
      rules={[{ required: true, whitespace: true, message: 'Please enter your name' }]}
    >
      <Input size="large" autoComplete="name" />
    </Form.Item>
    {children}
    <Form.Item
      name="password"
      label="Password"
      extra="At least 8 characters"
      rules={[
        { required: true, message: 'Please enter a password' },
        { min: 8, message: 'Password must be at least 8 characters long' },
      ]}
    >
      <PasswordInput size="large" autoComplete="new-password" maxLength={128} />
    </Form.Item>
    <Form.Item
      name="confirmPassword"
      label="Confirm password"
      dependencies={['password']}
      rules={[
        { required: true, message: 'Please enter the password again' },
        ({ getFieldValue }) => ({
          validator: (_rule, value: string) =>
            !value || value === getFieldValue('password')
              ? Promise.resolve()
              : Promise.reject(new Error('Passwords do not match')),
        }),
      ]}
    >
      <PasswordInput size="large" autoComplete="new-password" maxLength={128} />
    </Form.Item>
  </>
);
