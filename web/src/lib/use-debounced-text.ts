import { useEffect, useRef, useState } from 'react';

const SEARCH_DELAY_MS = 500;

/** Calls back once the text has not changed for a while; not for the initial text. */
function useDebouncedCallback(text: string, onSubmit: (text: string) => void): void {
  const latest = useRef(onSubmit);
  const reported = useRef(text);
  useEffect(() => {
    latest.current = onSubmit;
  });
  useEffect(() => {
    if (reported.current === text) return undefined;
    const timer = setTimeout(() => {
      reported.current = text;
      latest.current(text);
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
}

/**
 * State of a text input that is submitted once typing pauses.
 * @param value the submitted text: either submitted here, or changed by Back or Clear.
 * @param onSubmit receives the trimmed text.
 */
export function useDebouncedText(
  value: string,
  onSubmit: (text: string) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [submitted, setSubmitted] = useState<readonly string[]>([]);

  if (lastValue !== value) {
    const ownIndex = submitted.indexOf(value);
    setLastValue(value);
    setSubmitted(ownIndex < 0 ? [] : submitted.slice(ownIndex + 1));
    // A text submitted here comes back later and must not overwrite newer input.
    if (ownIndex < 0) setText(value);
  }

  useDebouncedCallback(text, (debounced) => {
    const wanted = debounced.trim();
    if (wanted === (submitted.at(-1) ?? value)) return;
    setSubmitted([...submitted, wanted]);
    onSubmit(wanted);
  });
  return [text, setText];
}
