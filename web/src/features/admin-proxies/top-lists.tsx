import { Link } from 'react-router-dom';
import { ShareBar } from '@/components/charts/bars';
import { Country } from '@/components/format/country';
import { Panel } from '@/components/layout/panel';
import { adminUserPath } from '@/lib/admin-paths';
import { formatNumber } from '@/lib/number';
import type { ProxyData } from './proxy';
import styles from './top-lists.module.css';

type Statistics = ProxyData['statistics'];

export function TopLists({ statistics }: { statistics: Statistics }) {
  const { top_countries: countries, top_users: users } = statistics;
  const most = Math.max(...countries.map(({ count }) => count), 1);
  return (
    <div className={styles.lists}>
      <Panel title="Top Countries" flush>
        {countries.length === 0 ? (
          <p className={styles.none}>No proxies yet.</p>
        ) : (
          <ol className={styles.list}>
            {countries.map(({ country, count }) => (
              <li key={country} className={styles.row}>
                <span className={styles.what}>
                  <Country code={country} />
                </span>
                <ShareBar percent={(count / most) * 100} />
                <span className={styles.count}>{formatNumber(count)}</span>
              </li>
            ))}
          </ol>
        )}
      </Panel>
      <Panel title="Top Users" flush>
        {users.length === 0 ? (
          <p className={styles.none}>No proxies yet.</p>
        ) : (
          <ol className={styles.list}>
            {users.map((user) => (
              <li key={user.user_id} className={styles.person}>
                <span className={styles.what}>
                  <Link to={adminUserPath(user.user_id)}>{user.user_name}</Link>
                  <span className={styles.mail}>{user.user_email}</span>
                </span>
                <span className={styles.count}>
                  {formatNumber(user.proxy_count)}
                  <span className="visually-hidden"> proxies</span>
                </span>
              </li>
            ))}
          </ol>
        )}
      </Panel>
    </div>
  );
}
