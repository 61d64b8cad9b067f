import { useCallback, useRef, type FocusEvent } from 'react';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isTextField = (target: EventTarget): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type !== 'search');

/**
 * Notices text that was typed into the fields of a container.
 * @returns the handler for the container, and whether a field that is still shown differs from what
 *   it held when it was entered.
 */
export function useTypedText() {
  const initial = useRef(new Map<TextField, string>());
  const onFocusCapture = useCallback(({ target }: FocusEvent) => {
    if (isTextField(target) && !initial.current.has(target))
      initial.current.set(target, target.value);
  }, []);
  const hasTyped = useCallback(
    () => [...initial.current].some(([field, value]) => field.isConnected && field.value !== value),
    [],
  );
  return { onFocusCapture, hasTyped };
}
