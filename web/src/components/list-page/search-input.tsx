import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { Input, type InputRef } from 'antd';
import { useEffect, useRef } from 'react';
import { MAX_SEARCH_LENGTH } from '@/lib/list-search';
import { useDebouncedText } from '@/lib/use-debounced-text';
import styles from './list-page.module.css';

interface SearchInputProps {
  value: string;
  onSearch: (text: string) => void;
  /** Whether the text differs from `value`. */
  onTyping?: (isTyping: boolean) => void;
  label: string;
  placeholder: string;
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Searches half a second after the last key press; `/` focuses it. */
export function SearchInput({ value, onSearch, onTyping, label, placeholder }: SearchInputProps) {
  const [text, setText] = useDebouncedText(value, onSearch);
  const input = useRef<InputRef>(null);
  const isTyping = text.trim() !== value.trim();

  useEffect(() => onTyping?.(isTyping), [onTyping, isTyping]);

  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.metaKey || event.ctrlKey || isTextField(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, []);

  return (
    <Input
      ref={input}
      type="search"
      className={styles.search}
      prefix={<SearchOutlined aria-hidden="true" />}
      aria-label={label}
      placeholder={placeholder}
      maxLength={MAX_SEARCH_LENGTH}
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
