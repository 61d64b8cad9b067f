import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import styles from './code-input.module.css';

interface CodeInputProps {
  /** Digits typed so far, from the left; a blank stands for an empty box. */
  value: string;
  onChange: (value: string) => void;
  length?: number;
  label: string;
}

const onlyDigits = (text: string): string => text.replace(/\D/g, '');

/** One box per digit: typing moves on, backspace moves back, pasting fills them all. */
export function CodeInput({ value, onChange, length = 6, label }: CodeInputProps) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const focus = (index: number): void =>
    boxes.current[Math.max(0, Math.min(index, length - 1))]?.focus();
  const cleared = value.trim() === '';

  // When a refused code is cleared, the next attempt starts at the first box.
  useEffect(() => {
    if (cleared) boxes.current[0]?.focus();
  }, [cleared]);

  const write = (index: number, digits: string): void => {
    const next = value.padEnd(length, ' ').split('');
    [...digits].slice(0, length - index).forEach((digit, offset) => (next[index + offset] = digit));
    onChange(next.join(''));
  };

  const type = (index: number, text: string): void => {
    const digits = onlyDigits(text);
    if (text === '') write(index, ' ');
    if (digits === '') return;
    write(index, digits);
    focus(index + digits.length);
  };

  const back = (index: number, event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowLeft') focus(index - 1);
    if (event.key === 'ArrowRight') focus(index + 1);
    if (event.key !== 'Backspace' || event.currentTarget.value !== '') return;
    event.preventDefault();
    if (index > 0) write(index - 1, ' ');
    focus(index - 1);
  };

  const paste = (index: number, event: ClipboardEvent): void => {
    event.preventDefault();
    type(index, event.clipboardData.getData('text'));
  };

  return (
    <div className={styles.boxes} role="group" aria-label={label}>
      {Array.from({ length }, (_, index) => (
        <input
          key={index}
          ref={(box) => {
            boxes.current[index] = box;
          }}
          className={styles.box}
          inputMode="numeric"
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          aria-label={`Digit ${index + 1} of ${length}`}
          maxLength={index === 0 ? length : 1}
          value={(value[index] ?? '').trim()}
          onChange={(event) => type(index, event.target.value)}
          onKeyDown={(event) => back(index, event)}
          onPaste={(event) => paste(index, event)}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </div>
  );
}
