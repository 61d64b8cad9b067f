import { Outlet, useLocation, Link } from 'react-router-dom';
import { SkipLink } from '@/components/ui/skip-link';
import { paths } from '@/lib/paths';
import styles from './site-footer.module.css';
import { SiteHeader } from './site-header';
import { useSiteConfig } from '@/api/site-config';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { useSiteName } from '@/lib/site-name';

const LINKS = [
  [paths.privacy, 'Privacy Policy'],
  [paths.terms, 'Terms of Service'],
  [paths.help, 'Help'],
  [paths.docs, 'Docs'],
  [paths.support, 'Support'],
  [paths.status, 'Status'],
] as const;

function SiteFooter() {
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

/** Layout of the public pages, without antd because of the landing page's bundle budget. */
export default function SiteLayout() {
  const { pathname } = useLocation();
  return (
    <div className={styles.page}>
      <SkipLink />
      <SiteHeader sectionsHere={pathname === paths.landing} />
      <Outlet />
      <SiteFooter />
    </div>
  );
}
