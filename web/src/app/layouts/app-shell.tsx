import MenuOutlined from '@ant-design/icons/MenuOutlined';
import { Button, Layout } from 'antd';
import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { Outlet } from 'react-router-dom';
import { useSiteConfig } from '@/api/site-config';
import { SandboxBanner } from '@/components/feedback/banners';
import { SkipLink } from '@/components/ui/skip-link';
import { useMediaQuery } from '@/lib/use-media-query';
import type { Area } from '@/theme/tokens';
import styles from './app-shell.module.css';
import './print.css';
import type { SidebarProps } from './shell-sidebar';

const SIDEBAR_FROM = '(min-width: 900px)';
const SIDEBAR_WIDTH = 240;

const loadDrawer = () => import('./shell-drawer');
const ShellDrawer = lazy(loadDrawer);
const AnsweredCalls = lazy(() => import('./answered-calls'));

/** @returns once a sidebar that is shown is loaded. A failure shows when it is rendered. */
export async function preloadSidebar(load: () => Promise<unknown>): Promise<void> {
  if (window.matchMedia(SIDEBAR_FROM).matches) await load().catch(() => undefined);
}

interface AppShellProps {
  area: Area;
  /** A chunk of its own, which a phone loads after the screen. */
  Sidebar: ComponentType<SidebarProps>;
  loadSidebar: () => Promise<unknown>;
  /** Beside the menu button on a phone. */
  bar: ReactNode;
  /** Above the content. */
  notice?: ReactNode;
  /** Above the screen, as wide as that. */
  tabs?: ReactNode;
}

/**
 * Layout of the customer and admin areas: a sidebar on desktop, a top bar and a drawer on phones.
 */
export function AppShell({ area, Sidebar, loadSidebar, bar, notice, tabs }: AppShellProps) {
  const isWide = useMediaQuery(SIDEBAR_FROM);
  const isSandbox = useSiteConfig()?.sandbox;
  const menuButton = useRef<HTMLButtonElement>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [wasMenuOpened, setMenuOpened] = useState(false);

  useEffect(() => {
    // Preloads before the first tap. A failure shows when the menu is opened.
    if (!isWide) Promise.all([loadDrawer(), loadSidebar()]).catch(() => undefined);
  }, [isWide, loadSidebar]);

  const openMenu = (): void => {
    setMenuOpened(true);
    setMenuOpen(true);
  };
  // After a navigation the new page already has the focus.
  const returnFocus = (): void => {
    if (!document.getElementById('main')?.contains(document.activeElement))
      menuButton.current?.focus();
  };

  return (
    <>
      <SkipLink />
      <Layout hasSider={isWide} className={`${styles.frame} ${styles[area]}`}>
        {isWide && (
          <Layout.Sider width={SIDEBAR_WIDTH} theme="light" className={styles.side}>
            <Suspense>
              <Sidebar />
            </Suspense>
          </Layout.Sider>
        )}
        <Layout className={styles.content}>
          {isSandbox && <SandboxBanner />}
          {notice}
          {!isWide && (
            <Layout.Header className={styles.bar}>
              <Button
                ref={menuButton}
                type="text"
                aria-label="Open menu"
                icon={<MenuOutlined aria-hidden="true" />}
                onClick={openMenu}
              />
              {bar}
            </Layout.Header>
          )}
          <Layout.Content id="main" tabIndex={-1} className={styles.main}>
            <div className={styles.inner}>
              <Suspense>
                <AnsweredCalls />
              </Suspense>
              {tabs}
              <Outlet />
            </div>
          </Layout.Content>
        </Layout>
        {!isWide && wasMenuOpened && (
          <Suspense>
            <ShellDrawer
              isOpen={isMenuOpen}
              onClose={() => setMenuOpen(false)}
              onClosed={returnFocus}
            >
              <Sidebar onNavigate={() => setMenuOpen(false)} />
            </ShellDrawer>
          </Suspense>
        )}
      </Layout>
    </>
  );
}
