import type { ReactNode } from 'react';
import { formatBytes } from '@/lib/bytes';
import { formatNumber } from '@/lib/number';
import styles from './usage-page.module.css';

export interface Share {
  key: string;
  name: ReactNode;
  bytes: number;
  requests: number;
  /** Left out where failures are not counted by it. */
  failures?: number;
}

interface ShareTableProps {
  /** Names the table. */
  label: string;
  /** Head of the first column. */
  what: string;
  shares: readonly Share[];
  /** Bytes of which the shares are parts. */
  all: number;
}

/** Parts of the traffic of a period. */
export function ShareTable({ label, what, shares, all }: ShareTableProps) {
  const hasFailures = shares.some(({ failures }) => failures !== undefined);
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            <th scope="col">Traffic</th>
            <th scope="col">Share</th>
            <th scope="col">Requests</th>
            {hasFailures && <th scope="col">Failures</th>}
          </tr>
        </thead>
        <tbody>
          {shares.map(({ key, name, bytes, requests, failures }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{formatBytes(bytes)}</td>
              <td>{all > 0 ? `${formatNumber(Math.round((bytes / all) * 100))}%` : 'N/A'}</td>
              <td>{formatNumber(requests)}</td>
              {failures !== undefined && <td>{formatNumber(failures)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
