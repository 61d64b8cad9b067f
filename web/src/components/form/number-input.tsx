import { InputNumber, type InputNumberProps } from 'antd';
import { toNumberText } from '@/lib/number-text';

/** An InputNumber that also reads the digits of other scripts. */
export const NumberInput = (props: InputNumberProps<number>) => (
  <InputNumber<number> parser={parse} {...props} />
);

/** As Ant Design's own parser, which drops what belongs to no number. */
const parse = (text = ''): number =>
  toNumberText(text).replaceAll(/[^\w.-]+/g, '') as unknown as number;
