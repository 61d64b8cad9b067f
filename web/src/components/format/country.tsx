import { countryName, flagUrl } from '@/lib/country';
import { Icon } from '../ui/icon';
import styles from './country.module.css';

export function Flag({ code }: { code: string }) {
  const url = flagUrl(code);
  if (!url) return <Icon name="globe" size={17} />;
  return (
    <img
      className={styles.flag}
      src={url}
      alt=""
      width={20}
      height={15}
      loading="lazy"
      decoding="async"
    />
  );
}

/** Flag and name; a given name takes precedence over the browser's. */
export function Country({ code, name }: { code: string; name?: string }) {
  return (
    <span className={styles.country}>
      <Flag code={code} />
      <span>{name ?? countryName(code)}</span>
    </span>
  );
}
