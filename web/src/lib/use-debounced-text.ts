import { useEffect, useRef, useState } from 'react';

const SEARCH_DELAY_MS = 500;

/** Calls back once the text has rested; not for the text it starts with. */
function useRest(text: string, onRest: (text: string) => void): void {
  const latest = useRef(onRest);
  const reported = useRef(text);
  useEffect(() => {
    latest.current = onRest;
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
 * The text of an input that is handed on once the keys have rested.
 * @param value what is in force: what was handed on, a moment later, or what Back and Clear made of it.
 * @param onRest takes the text without the space around it.
 */
export function useDebouncedText(
  value: string,
  onRest: (text: string) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value);
  const [inForce, setInForce] = useState(value);
  const [underWay, setUnderWay] = useState<readonly string[]>([]);

  if (inForce !== value) {
    const own = underWay.indexOf(value);
    setInForce(value);
    setUnderWay(own < 0 ? [] : underWay.slice(own + 1));
    // What was handed on here comes back late and must not undo what was typed since.
    if (own < 0) setText(value);
  }

  useRest(text, (rested) => {
    const wanted = rested.trim();
    if (wanted === (underWay.at(-1) ?? value)) return;
    setUnderWay([...underWay, wanted]);
    onRest(wanted);
  });
  return [text, setText];
}
