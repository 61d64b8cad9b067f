import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import styles from './proxy-page.module.css';

const MASK = '••••••••';

interface CodeBlockProps {
  /** Accessible name, such as "curl command". */
  label: string;
  text: string;
  /** Masked on screen until shown; copied as it is. */
  secrets: readonly string[];
  wrap?: boolean;
  /** The text is about to be replaced, so it cannot be copied. */
  isStale?: boolean;
  /** Beside the buttons. */
  head?: ReactNode;
  actions?: ReactNode;
}

/** Longest first, so that no part of a longer one stays. */
const mask = (text: string, secrets: readonly string[]): string =>
  [...secrets]
    .filter((secret) => secret !== '')
    .sort((one, other) => other.length - one.length)
    .reduce((masked, secret) => masked.replaceAll(secret, MASK), text);

/** Text for a terminal or an editor, with its password masked on screen. */
export function CodeBlock({ label, text, secrets, wrap, isStale, head, actions }: CodeBlockProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <div className={styles.head}>
        <div>{head}</div>
        <Button size="small" aria-pressed={isShown} onClick={() => setShown((shown) => !shown)}>
          {isShown ? 'Hide password' : 'Show password'}
          <span className="visually-hidden"> in the {label}</span>
        </Button>
        <CopyButton text={text} label={label} disabled={isStale} />
        {actions}
      </div>
      <pre
        className={`${styles.code} ${wrap ? styles.wrap : ''}`}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        {isShown ? text : mask(text, secrets)}
      </pre>
    </div>
  );
}

/** The password as programs may write it: plain, percent-encoded, or in a literal. */
export const secretForms = (password: string): string[] => [
  ...new Set([
    password,
    encodeURIComponent(password),
    JSON.stringify(password).slice(1, -1),
    password.replaceAll("'", `'\\''`),
    password.replaceAll('\\', '\\\\').replaceAll("'", "\\'"),
  ]),
];
