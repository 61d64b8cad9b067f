import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '@/lib/use-debounced';
import { Icon } from '../ui/icon';
import styles from './toolbar.module.css';

interface SearchBoxProps {
  value: string;
  onSearch: (text: string) => void;
  label: string;
  placeholder: string;
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Reports what was typed once the keys have rested; `/` jumps into it. */
export function SearchBox({ value, onSearch, label, placeholder }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  const input = useRef<HTMLInputElement>(null);

  // Back, or Clear, changed the address: the box follows.
  if (applied !== value) {
    setApplied(value);
    if (text.trim() !== value) setText(value);
  }

  useDebounced(text, (rested) => rested.trim() !== value && onSearch(rested.trim()));

  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.metaKey || event.ctrlKey || typing(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, []);

  return (
    <label className={styles.search}>
      <Icon name="search" size={16} />
      <span className="visually-hidden">{label}</span>
      <input
        ref={input}
        type="search"
        value={text}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}
