import { useEffect, useState } from 'react';
import { copyText } from '@/lib/clipboard';
import { messageQueue } from '@/lib/message-queue';
import styles from './copy-button.module.css';
import { Icon } from './icon';

const CONFIRMED_MS = 2000;

export interface CopyWords {
  /** On the button, for two seconds. */
  done: string;
  /** As a message; left out: none. */
  told?: string;
  failed: string;
}

const WORDS: CopyWords = {
  done: 'Copied',
  failed: 'Copying is blocked by this browser. Select the text and copy it yourself.',
};

interface CopyButtonProps {
  text: string;
  /** Names what is copied, for those who do not see which row the button stands in. */
  label: string;
  words?: CopyWords;
  /** Only the sign, until it is done. */
  compact?: boolean;
  /** On the public pages, which load no message display: a failure is shown on the button. */
  inlineFailure?: boolean;
}

export function CopyButton({
  text,
  label,
  words = WORDS,
  compact = false,
  inlineFailure = false,
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async (): Promise<void> => {
    const isCopied = await copyText(text);
    setCopied(isCopied);
    if (inlineFailure) setFailed(!isCopied);
    else if (!isCopied) messageQueue.error(words.failed);
    if (isCopied && words.told) messageQueue.success(words.told);
  };

  const idle = failed ? words.failed : 'Copy';
  return (
    <button
      type="button"
      className={`${styles.copy} ${copied ? styles.done : ''} ${compact ? styles.compact : ''}`}
      aria-label={copied ? `Copied ${label}` : `Copy ${label}`}
      onClick={() => void copy()}
    >
      <Icon name={copied ? 'check' : 'copy'} size={14} />
      <span aria-live="polite" className={compact && !copied ? 'visually-hidden' : undefined}>
        {copied ? words.done : idle}
      </span>
    </button>
  );
}
