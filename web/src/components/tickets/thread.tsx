import { Fragment } from 'react';
import { RelativeTime } from '@/components/format/relative-time';
import { AttachmentList, type Attachment } from './attachments';
import styles from './thread.module.css';

export interface ThreadMessage {
  id: number;
  author: string;
  is_staff: boolean;
  /** A note that only staff see. */
  internal?: boolean;
  body: string;
  attachments: readonly Attachment[];
  created_at: string;
}

const MARKS = /(`[^`\n]+`|\*\*[^*\n]+\*\*|https?:\/\/[^\s<>"'`)\]]*[^\s<>"'`)\].,;:!?])/;

/** Code, bold text and addresses; the rest is shown as it was typed. */
function Marked({ part }: { part: string }) {
  if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>;
  if (part.startsWith('**')) return <strong>{part.slice(2, -2)}</strong>;
  return (
    <a href={part} target="_blank" rel="noopener noreferrer nofollow">
      {part}
    </a>
  );
}

/** What a customer writes is plain text: staff follow no link in it by accident. */
function MessageText({ text, isPlain }: { text: string; isPlain: boolean }) {
  const parts = isPlain ? [text] : text.split(MARKS);
  return (
    <div className={styles.text} dir="auto">
      {parts.map((part, index) => (
        <Fragment key={index}>{index % 2 ? <Marked part={part} /> : part}</Fragment>
      ))}
    </div>
  );
}

/** A conversation, oldest first. @param side whose messages are on the right. */
export function Thread({
  messages,
  side,
  onSave,
}: {
  messages: readonly ThreadMessage[];
  side: 'customer' | 'staff';
  /** Downloads a file. */
  onSave: (file: Attachment) => Promise<void>;
}) {
  return (
    <ol className={styles.thread} aria-label="Messages">
      {messages.map(
        ({ id, author, is_staff: isStaff, internal, body, attachments, created_at: at }) => (
          <li
            key={id}
            className={`${styles.message} ${isStaff === (side === 'staff') ? styles.own : ''} ${
              internal ? styles.note : ''
            }`}
          >
            <div className={styles.head}>
              <strong dir="auto">{author}</strong>
              {side === 'customer' && isStaff && 'Support'}
              {internal && <span className={styles.label}>Internal note</span>}
              <RelativeTime iso={at} />
            </div>
            <MessageText text={body} isPlain={!isStaff} />
            <AttachmentList files={attachments} onSave={onSave} />
          </li>
        ),
      )}
    </ol>
  );
}
