import styles from './skip-link.module.css';

/** The first stop of the keyboard: past what every page repeats. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      Skip to content
    </a>
  );
}
