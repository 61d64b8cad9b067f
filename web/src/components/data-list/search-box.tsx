import { useEffect, useRef } from 'react';
import { useDebouncedText } from '@/lib/use-debounced-text';
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
  const [text, setText] = useDebouncedText(value, onSearch);
  const input = useRef<HTMLInputElement>(null);

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
