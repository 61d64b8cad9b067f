import { Panel } from '@/components/layout/panel';
import { formatNumber } from '@/lib/number';
import { ShareTable } from './share-table';
import styles from './usage-page.module.css';
import { countBytes, type UsageReport } from './use-usage';

const LABELS: Record<UsageReport['protocols'][number]['protocol'], string> = {
  http: 'HTTP',
  connect: 'HTTPS (tunnels)',
  socks5: 'SOCKS5',
  unknown: 'Not recorded',
};

/** Sums by how the clients connected, and how many did at once. */
export function Protocols({ report }: { report: UsageReport }) {
  const { protocols, peak_connections: peak } = report;
  if (protocols.length === 0) return null;
  return (
    <Panel title="By protocol" flush>
      <ShareTable
        label="Usage by protocol"
        what="Protocol"
        all={countBytes(report.totals)}
        shares={protocols.map(({ protocol, requests, ...traffic }) => ({
          ...{ key: protocol, name: LABELS[protocol] },
          ...{ bytes: countBytes(traffic), requests },
        }))}
      />
      {peak > 0 && (
        <p className={styles.peak}>
          {peak === 1
            ? 'No proxy had more than 1 connection open at once.'
            : `The most connections that one proxy had open at once: ${formatNumber(peak)}.`}
        </p>
      )}
    </Panel>
  );
}
