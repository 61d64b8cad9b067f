import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useStartLink } from '@/api/use-start-link';
import { Brand } from '@/components/ui/brand';
import { ButtonLink, PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { SideSheet } from '@/components/ui/side-sheet';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { paths, registerPath } from '@/lib/paths';
import styles from './site-header.module.css';

const sections = [
  { hash: '#features', label: 'Features' },
  { hash: '#pricing', label: 'Pricing' },
  { hash: '#about', label: 'About' },
];

function Anchors({ here, onNavigate }: { here: boolean; onNavigate?: () => void }) {
  return sections.map(({ hash, label }) => {
    const common = { className: styles.anchor, onClick: onNavigate, children: label };
    // On the page itself a native jump also moves the keyboard focus.
    return here ? (
      <a key={hash} href={hash} {...common} />
    ) : (
      <Link key={hash} to={{ pathname: paths.landing, hash }} {...common} />
    );
  });
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
        <nav className={styles.nav} aria-label="Sections">
          <Anchors here={sectionsHere} />
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
          <nav className={styles.sheetNav} aria-label="Sections">
            <Anchors here={sectionsHere} onNavigate={close} />
          </nav>
          <ButtonLink look="primary" large block to={start.to}>
            {start.label}
          </ButtonLink>
          {!start.signedIn && (
            <>
              <ButtonLink large block to={paths.auth}>
                Sign in
              </ButtonLink>
              <ButtonLink large block to={registerPath}>
                Register
              </ButtonLink>
            </>
          )}
          <ThemeSwitch />
        </div>
      </SideSheet>
    </header>
  );
}
