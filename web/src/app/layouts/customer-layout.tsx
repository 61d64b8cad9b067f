import WalletOutlined from '@ant-design/icons/WalletOutlined';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { session } from '@/api/session';
import { useCurrentUser } from '@/api/use-current-user';
import { Money } from '@/components/format/money';
import { Brand } from '@/components/ui/brand';
import { InboxButton } from '@/features/inbox/inbox-button';
import { REVIEW_PARAM } from '@/lib/page-paths';
import { paths } from '@/lib/paths';
import { useStore } from '@/lib/store';
import { AppShell, preloadSidebar } from './app-shell';
import styles from './app-shell.module.css';
import { MaintenanceBanner } from './maintenance-banner';

const loadSidebar = () => import('./customer-sidebar');
const Sidebar = lazy(loadSidebar);
const AnnouncementBanner = lazy(() => import('@/features/announcements/announcement-banner'));
const ViewBanner = lazy(() => import('./view-banner'));
const SecurityReviewNotice = lazy(
  () => import('@/features/security-review/security-review-notice'),
);
/** The page waits for it, so that both appear at once. */
export const sidebarLoaded = preloadSidebar(loadSidebar);

export default function CustomerLayout() {
  const user = useCurrentUser();
  const isReviewAsked = useSearchParams()[0].has(REVIEW_PARAM);
  const viewUntil = useStore(session)?.viewUntil;
  if (!user) return null;
  return (
    <AppShell
      area="customer"
      Sidebar={Sidebar}
      loadSidebar={loadSidebar}
      notice={
        <Suspense>
          <MaintenanceBanner />
          <AnnouncementBanner />
          {viewUntil && <ViewBanner name={user.name} until={viewUntil} />}
          {(user.security_review || isReviewAsked) && !viewUntil && (
            <SecurityReviewNotice isDue={user.security_review === true} />
          )}
        </Suspense>
      }
      bar={
        <>
          <Brand to={paths.dashboard} />
          <div className={styles.tools}>
            <Link to={paths.wallet} className={styles.pill}>
              <WalletOutlined aria-hidden="true" />
              <span className="visually-hidden">Wallet balance</span>
              <Money amount={user.wallet_balance} />
            </Link>
            <InboxButton placement="right" />
          </div>
        </>
      }
    />
  );
}
