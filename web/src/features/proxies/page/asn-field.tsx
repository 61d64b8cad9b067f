import { Form, Input } from 'antd';
import { useId, useState } from 'react';
import { RANDOM_CODE } from '@/lib/country';

const AS_NUMBER = /^(?:as)?([1-9]\d{0,9})$/i;

/** Whether the code of an ISP is the AS number of one. */
export const isAsCode = (isp: string): boolean => /^as[1-9]\d*$/.test(isp);

const toText = (isp: string): string => (isAsCode(isp) ? isp.toUpperCase() : '');

interface AsnFieldProps {
  /** Code of the chosen ISP. */
  value: string;
  onChange: (isp: string) => void;
}

/** An ISP by its AS number. What is typed counts when the field is left or Enter is pressed, and a mistake changes nothing. */
export function AsnField({ value, onChange }: AsnFieldProps) {
  const id = useId();
  const [text, setText] = useState(() => toText(value));
  const [known, setKnown] = useState(value);
  const [isWrong, setWrong] = useState(false);
  const show = (isp: string): void => {
    setKnown(isp);
    setText(toText(isp));
    setWrong(false);
  };
  // Another country, or an ISP of the list, was chosen meanwhile.
  if (known !== value) show(value);
  const commit = (): void => {
    const typed = text.trim();
    const number = AS_NUMBER.exec(typed)?.[1];
    if (typed !== '' && number === undefined) return setWrong(true);
    const isp = number === undefined ? RANDOM_CODE : `as${number}`;
    setWrong(false);
    if (isp !== value && (number !== undefined || isAsCode(value))) onChange(isp);
  };
  return (
    <Form.Item
      label="ASN"
      htmlFor={id}
      validateStatus={isWrong ? 'error' : undefined}
      help={isWrong ? 'Enter an AS number, such as AS37148.' : undefined}
    >
      <Input
        id={id}
        value={text}
        placeholder="Any"
        autoComplete="off"
        maxLength={16}
        aria-invalid={isWrong}
        onChange={({ target }) => setText(target.value)}
        onBlur={commit}
        onPressEnter={commit}
      />
    </Form.Item>
  );
}
