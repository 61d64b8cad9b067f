import { Link } from 'react-router-dom';
import { useSiteConfig } from '@/api/site-config';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { paths } from '@/lib/paths';
import { useSiteName } from '@/lib/site-name';
import styles from './site-footer.module.css';

const LINKS = [
  [paths.privacy, 'Privacy Policy'],
  [paths.terms, 'Terms of Service'],
  [paths.help, 'Help'],
  [paths.docs, 'Docs'],
  [paths.support, 'Support'],
  [paths.status, 'Status'],
] as const;

export function SiteFooter() {
  const name = useSiteName();
  const site = useSiteConfig();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.company}>
          <p>
            © {new Date().getFullYear()} {site?.company_name ?? name}
            {site?.rc_number && ` · RC ${site.rc_number}`}
          </p>
          {site?.company_address && <p>{site.company_address.split('\n').join(', ')}</p>}
        </div>
        <nav className={styles.links} aria-label="Footer">
          {LINKS.map(([to, label]) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </nav>
        <ThemeSwitch />
      </div>
    </footer>
  );
}
