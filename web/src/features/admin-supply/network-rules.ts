import type { Rule } from 'antd/es/form';

export const required = (message: string): Rule[] => [
  { required: true, whitespace: true, message },
];

/** A whole number. */
export const whole = (min: number, max: number, message: string): Rule[] => [
  { required: true, type: 'integer', min, max, message },
];

/** Empty, or a number. */
export const optional = (
  type: 'integer' | 'number',
  min: number,
  max: number,
  message: string,
): Rule[] => [{ type, min, max, message }];
