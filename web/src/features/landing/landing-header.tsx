import { useState } from 'react';
import { Brand } from '@/components/ui/brand';
import { ButtonLink, PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { SideSheet } from '@/components/ui/side-sheet';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { paths, registerPath } from '@/lib/paths';
import styles from './landing-header.module.css';
import { useStart } from './use-start';

const anchors = [
  { href: '#features', label: 'Features' },
  { href: '#pricing', label: 'Pricing' },
  { href: '#about', label: 'About' },
];

function Anchors({ onNavigate }: { onNavigate?: () => void }) {
  return anchors.map(({ href, label }) => (
    <a key={href} href={href} className={styles.anchor} onClick={onNavigate}>
      {label}
    </a>
  ));
}

export function LandingHeader() {
  const [menuOpen, setMenuOpen] = useState(false);
  const start = useStart();
  const close = (): void => setMenuOpen(false);
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Brand to={paths.landing} />
        <nav className={styles.nav} aria-label="Sections">
          <Anchors />
        </nav>
        <div className={styles.actions}>
          {start.signedIn ? (
            <ButtonLink to={start.to}>Open the app</ButtonLink>
          ) : (
            <ButtonLink to={registerPath}>Register</ButtonLink>
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
            <Anchors onNavigate={close} />
          </nav>
          <ButtonLink look="primary" large block to={start.to}>
            {start.label}
          </ButtonLink>
          {!start.signedIn && (
            <ButtonLink large block to={registerPath}>
              Register
            </ButtonLink>
          )}
          <ThemeSwitch />
        </div>
      </SideSheet>
    </header>
  );
}
