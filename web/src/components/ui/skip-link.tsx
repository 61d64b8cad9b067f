import styles from './skip-link.module.css';

/** First tab stop; skips the header and the menu. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      Skip to content
    </a>
  );
}
