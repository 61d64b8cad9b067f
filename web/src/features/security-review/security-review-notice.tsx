import { useState } from 'react';
import banners from '@/components/feedback/banners.module.css';
import { REVIEW_PARAM } from '@/lib/page-paths';
import { useUrlParams } from '@/lib/url-params';
import SecurityReviewDialog from './security-review-dialog';

/** Opens the review when one is due after a sign-in. Once it is closed, the banner stays until it is decided. */
export default function SecurityReviewNotice({ isDue }: { isDue: boolean }) {
  const [params, write] = useUrlParams();
  const [isPostponed, setPostponed] = useState(false);
  const close = (): void => {
    setPostponed(true);
    if (params.has(REVIEW_PARAM)) write({ [REVIEW_PARAM]: null }, true);
  };
  return (
    <>
      {isDue && (
        <aside className={banners.banner} aria-label="Security review">
          Your password was reset. What others may use is paused until you have checked it.
          <button type="button" onClick={() => setPostponed(false)}>
            Check who has access
          </button>
        </aside>
      )}
      {((isDue && !isPostponed) || params.has(REVIEW_PARAM)) && (
        <SecurityReviewDialog onClose={close} />
      )}
    </>
  );
}
