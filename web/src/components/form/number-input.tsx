import { Form, InputNumber, type FormItemProps, type InputNumberProps } from 'antd';
import { useId } from 'react';
import { formatNumber } from '@/lib/number';
import { toNumberText } from '@/lib/number-text';

/** An InputNumber that also reads the digits of other scripts. */
export const NumberInput = (props: InputNumberProps<number>) => (
  <InputNumber<number> parser={parse} {...props} />
);

/** As Ant Design's own parser, which drops what belongs to no number. */
const parse = (text = ''): number =>
  toNumberText(text).replaceAll(/[^\w.-]+/g, '') as unknown as number;

/** What is wrong with a whole number that was typed; undefined for one within the limits, and for none. */
export function findLimitProblem(
  value: number | null,
  { min, max }: { min: number; max: number },
): string | undefined {
  if (value === null) return undefined;
  if (!Number.isInteger(value)) return 'Whole numbers only';
  if (value < min) return `At least ${formatNumber(min)}`;
  return value > max ? `At most ${formatNumber(max)}` : undefined;
}

interface WholeNumberItemProps extends Pick<FormItemProps, 'extra' | 'layout'> {
  label: string;
  min: number;
  max: number;
  /** Null while the field is empty. */
  value: number | null;
  onChange: (value: number | null) => void;
}

/**
 * A whole number with its label. One beyond the limits stays as it was typed, with an error: see `findLimitProblem`. An
 * empty field takes the least when it is left.
 */
export function WholeNumberItem({
  label,
  min,
  max,
  value,
  onChange,
  ...item
}: WholeNumberItemProps) {
  const id = useId();
  const problem = findLimitProblem(value, { min, max });
  return (
    <Form.Item
      {...item}
      label={label}
      htmlFor={id}
      {...(problem !== undefined && { validateStatus: 'error', help: problem })}
    >
      <NumberInput
        id={id}
        inputMode="numeric"
        aria-invalid={problem !== undefined}
        value={value}
        onChange={onChange}
        onBlur={() => value ?? onChange(min)}
      />
    </Form.Item>
  );
}
