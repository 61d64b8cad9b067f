import { Link } from 'react-router-dom';
import { useSiteName } from '@/lib/site-name';
import styles from './brand.module.css';

export function Brand({ to }: { to: string }) {
  const name = useSiteName();
  return (
    <Link to={to} className={styles.brand}>
      <img className={styles.mark} src="/favicon.svg" alt="" width={26} height={26} />
      <span className={styles.name}>{name}</span>
    </Link>
  );
}
