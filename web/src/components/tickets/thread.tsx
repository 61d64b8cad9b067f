import { Markdown } from '@/components/format/markdown';
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
            {/* What a customer writes is plain text: staff follow no link in it by accident. */}
            {isStaff ? (
              <Markdown text={body} />
            ) : (
              <div className={styles.text} dir="auto">
                {body}
              </div>
            )}
            <AttachmentList files={attachments} onSave={onSave} />
          </li>
        ),
      )}
    </ol>
  );
}
