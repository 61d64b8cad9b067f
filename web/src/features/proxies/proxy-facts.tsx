import { Descriptions } from 'antd';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { Link } from 'react-router-dom';
import { proxyPath } from '@/lib/paths';

interface ProxyFactsProps {
  facts: readonly { label: string; value: ReactNode }[];
}

/** Name-value pairs of a proxy, in two columns on wide screens. */
export function ProxyFacts({ facts }: ProxyFactsProps) {
  return (
    <Descriptions
      size="small"
      colon={false}
      className={styles.facts}
      column={{ xs: 1, sm: 2 }}
      items={facts.map(({ label, value }) => ({ key: label, label, children: value }))}
    />
  );
}

/** To what the dialogs have no room for. */
export function ProxyPageLink({ proxyId }: { proxyId: number }) {
  return <Link to={proxyPath(proxyId)}>Code samples, connection lists and a test</Link>;
}
