import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab<K extends string> {
  key: K;
  label: string;
  content: ReactNode;
}

interface TabsProps<K extends string> {
  label: string;
  tabs: readonly Tab<K>[];
  active: K;
  onChange: (key: K) => void;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Tabs as ARIA wants them: one stop for Tab, the arrows walk between them. */
export function Tabs<K extends string>({ label, tabs, active, onChange }: TabsProps<K>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = tabs.find(({ key }) => key === active);

  // On a phone the strip is wider than the window.
  useLayoutEffect(() => {
    const strip = list.current;
    const tab = strip?.querySelector<HTMLElement>('[aria-selected=true]');
    if (!strip || !tab) return;
    const middle = tab.offsetLeft + tab.offsetWidth / 2 - strip.offsetLeft;
    strip.scrollLeft = middle - strip.clientWidth / 2;
  }, [active]);

  const walk = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    // From where the keyboard stands: what is shown may come after it.
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
    const from = all.findIndex((tab) => tab === event.target);
    const at = (from + step + tabs.length) % tabs.length;
    const next = tabs[at];
    if (next) onChange(next.key);
    all[at]?.focus();
  };

  return (
    <>
      <div ref={list} className={styles.list} role="tablist" aria-label={label} onKeyDown={walk}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === active}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === active ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${active}`}
        className={styles.panel}
      >
        {current?.content}
      </div>
    </>
  );
}
