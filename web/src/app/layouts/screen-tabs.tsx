import { Link, useLocation } from 'react-router-dom';
import { isAt, useAdminNavigation } from './admin-navigation';
import styles from './screen-tabs.module.css';

/** On a phone the tabs scroll sideways. */
const reveal = (tab: HTMLElement | null) =>
  tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });

/** The screens of one entry of the navigation, above each of them. */
export function ScreenTabs() {
  const { pathname } = useLocation();
  const entry = useAdminNavigation()
    .flatMap(({ entries }) => entries)
    .find(({ isOpen }) => isOpen);
  if (!entry || entry.screens.length < 2) return null;
  return (
    <nav aria-label={entry.label} className={styles.tabs}>
      {entry.screens.map((screen) => {
        const isCurrent = isAt(pathname, screen);
        return (
          <Link
            key={screen.to}
            to={screen.to}
            aria-current={isCurrent ? 'page' : undefined}
            ref={isCurrent ? reveal : undefined}
          >
            {screen.label}
          </Link>
        );
      })}
    </nav>
  );
}
