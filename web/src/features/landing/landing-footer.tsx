import { Link } from 'react-router-dom';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { paths } from '@/lib/paths';
import { useSiteName } from '@/lib/site-name';
import styles from './landing-footer.module.css';

export function LandingFooter() {
  const name = useSiteName();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <span>
          © {new Date().getFullYear()} {name}
        </span>
        <nav className={styles.links} aria-label="Footer">
          <Link to={paths.privacy}>Privacy Policy</Link>
          <Link to={paths.terms}>Terms of Service</Link>
          <Link to={paths.help}>Help</Link>
          <Link to={paths.support}>Support</Link>
        </nav>
        <ThemeSwitch />
      </div>
    </footer>
  );
}
