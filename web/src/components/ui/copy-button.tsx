import { useEffect, useState } from 'react';
import { copyText } from '@/lib/clipboard';
import { toast } from '@/lib/toast';
import styles from './copy-button.module.css';
import { Icon } from './icon';

const CONFIRMED_MS = 2000;

/** `label` names what is copied, for those who do not see which row the button stands in. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async (): Promise<void> => {
    if (await copyText(text)) setCopied(true);
    else toast.error('Copying is blocked by this browser. Select the text and copy it yourself.');
  };

  return (
    <button
      type="button"
      className={`${styles.copy} ${copied ? styles.done : ''}`}
      aria-label={copied ? `Copied ${label}` : `Copy ${label}`}
      onClick={() => void copy()}
    >
      <Icon name={copied ? 'check' : 'copy'} size={14} />
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
    </button>
  );
}
