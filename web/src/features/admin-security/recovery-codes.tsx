import { Notice } from '@/components/feedback/notice';
import { PlainButton } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import styles from './security.module.css';

/** Shown once, right after switching on. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div className={styles.form}>
      <Notice tone="warning" icon="alert" title="Keep these recovery codes">
        Each works once in place of the app, for the day your phone is lost. They are not shown
        again.
      </Notice>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton text={codes.join('\n')} label="recovery codes" />
        <PlainButton look="primary" onClick={onDone}>
          I have kept them
        </PlainButton>
      </div>
    </div>
  );
}
