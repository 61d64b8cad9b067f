import type { FormItemProps } from 'antd';

/** Rules of a text that must have more than spaces. */
export const required = (message: string): FormItemProps['rules'] => [
  { required: true, whitespace: true, message },
];
