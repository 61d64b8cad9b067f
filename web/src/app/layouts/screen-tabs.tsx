import { Link, useLocation } from 'react-router-dom';
import { isAt, useAdminNavigation } from './admin-navigation';
import styles from './screen-tabs.module.css';

/** The screens of one entry of the navigation, above each of them. */
export function ScreenTabs() {
  const { pathname } = useLocation();
  const entry = useAdminNavigation()
    .flatMap(({ entries }) => entries)
    .find(({ isOpen }) => isOpen);
  if (!entry || entry.screens.length < 2) return null;
  return (
    <nav aria-label={entry.label} className={styles.tabs}>
      {entry.screens.map((screen) => (
        <Link
          key={screen.to}
          to={screen.to}
          aria-current={isAt(pathname, screen) ? 'page' : undefined}
        >
          {screen.label}
        </Link>
      ))}
    </nav>
  );
}
