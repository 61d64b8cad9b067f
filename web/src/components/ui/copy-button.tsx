import { useEffect, useState } from 'react';
import { copyText } from '@/lib/clipboard';
import { messageQueue } from '@/lib/message-queue';
import styles from './copy-button.module.css';
import { Icon } from './icon';

const CONFIRMED_MS = 2000;

export interface CopyMessages {
  /** Shown on the button for two seconds. */
  done: string;
  /** Also shown as a message. */
  notice?: string;
  failed: string;
}

const DEFAULT_MESSAGES: CopyMessages = {
  done: 'Copied',
  failed: 'Copying is blocked by this browser. Select the text and copy it yourself.',
};

interface CopyButtonProps {
  text: string;
  /** Accessible name of the copied value, to distinguish buttons of several rows. */
  label: string;
  messages?: CopyMessages;
  disabled?: boolean;
  /** Icon only, until the text is copied. */
  compact?: boolean;
  /** Shows failures on the button: the public pages load no message display. */
  inlineFailure?: boolean;
}

export function CopyButton({
  text,
  label,
  messages = DEFAULT_MESSAGES,
  disabled,
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
    else if (!isCopied) messageQueue.error(messages.failed);
    if (isCopied && messages.notice) messageQueue.success(messages.notice);
  };

  const idle = failed ? messages.failed : 'Copy';
  return (
    <button
      type="button"
      className={`${styles.copy} ${copied ? styles.done : ''} ${compact ? styles.compact : ''}`}
      aria-label={copied ? `Copied ${label}` : `Copy ${label}`}
      disabled={disabled}
      onClick={() => void copy()}
    >
      <Icon name={copied ? 'check' : 'copy'} size={14} />
      <span aria-live="polite" className={compact && !copied ? 'visually-hidden' : undefined}>
        {copied ? messages.done : idle}
      </span>
    </button>
  );
}
