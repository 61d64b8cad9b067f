import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useStartLink } from '@/api/use-start-link';
import { Brand } from '@/components/ui/brand';
import { ButtonLink, PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { SideSheet } from '@/components/ui/side-sheet';
import { paths, registerPath } from '@/lib/paths';
import styles from './site-header.module.css';

const sections = [
  ['#features', 'Features'],
  ['#pricing', 'Pricing'],
  ['#about', 'About'],
];

function NavLinks({ here, onNavigate }: { here: boolean; onNavigate?: () => void }) {
  const common = { className: styles.anchor, onClick: onNavigate };
  return [...sections, ['', 'Docs']].map(([hash, label]) =>
    // On the page itself a native jump also moves the keyboard focus.
    here && hash ? (
      <a key={label} href={hash} {...common}>
        {label}
      </a>
    ) : (
      <Link key={label} to={hash ? paths.landing + hash : paths.docs} {...common}>
        {label}
      </Link>
    ),
  );
}

/** Header of the public pages. `sectionsHere`: whether this page contains the linked sections. */
export function SiteHeader({ sectionsHere }: { sectionsHere: boolean }) {
  const start = useStartLink();
  const [menuOpen, setMenuOpen] = useState(false);
  const close = (): void => setMenuOpen(false);
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Brand to={paths.landing} />
        <nav className={styles.nav} aria-label="Site">
          <NavLinks here={sectionsHere} />
        </nav>
        <div className={styles.actions}>
          {start.signedIn ? (
            <ButtonLink to={start.to}>{start.label}</ButtonLink>
          ) : (
            <>
              <ButtonLink look="quiet" to={paths.auth}>
                Sign in
              </ButtonLink>
              <ButtonLink to={registerPath}>Register</ButtonLink>
            </>
          )}
        </div>
        <PlainButton
          look="quiet"
          icon
          className={styles.menuButton}
          aria-label="Open menu"
          onClick={() => setMenuOpen(true)}
        >
          <Icon name="menu" size={20} />
        </PlainButton>
      </div>
      <SideSheet open={menuOpen} onClose={close} label="Menu">
        <div className={styles.sheet}>
          <PlainButton look="quiet" icon aria-label="Close menu" onClick={close}>
            <Icon name="close" />
          </PlainButton>
          <nav className={styles.sheetNav} aria-label="Site">
            <NavLinks here={sectionsHere} onNavigate={close} />
          </nav>
          <ButtonLink look="primary" large block to={start.to}>
            {start.label}
          </ButtonLink>
          {!start.signedIn && (
            <>
              <ButtonLink large block to={registerPath}>
                Register
              </ButtonLink>
              <ButtonLink large block to={paths.auth}>
                Sign in
              </ButtonLink>
            </>
          )}
        </div>
      </SideSheet>
    </header>
  );
}
