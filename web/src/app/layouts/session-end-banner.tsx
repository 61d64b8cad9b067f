import { endNotice } from '@/api/session';
import { useStore } from '@/lib/store';
import styles from '@/components/feedback/banners.module.css';

/** On the sign-in pages. */
export function SessionEndBanner() {
  const notice = useStore(endNotice);
  return (
    notice && (
      <div className={styles.banner} role="alert">
        {notice}
      </div>
    )
  );
}
