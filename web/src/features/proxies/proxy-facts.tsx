import { Descriptions } from 'antd';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { Link } from 'react-router-dom';
import { proxyPath, transactionPath } from '@/lib/paths';
import { Reversals } from '@/components/transactions/reversals';
import type { Proxy } from './proxy';

interface ProxyFactsProps {
  facts: readonly { label: string; value: ReactNode }[];
  isNarrow?: boolean;
}

/** Name-value pairs of a proxy, in two columns on wide screens. */
export function ProxyFacts({ facts, isNarrow = false }: ProxyFactsProps) {
  return (
    <Descriptions
      size="small"
      colon={false}
      className={styles.facts}
      column={isNarrow ? 1 : { xs: 1, sm: 2 }}
      items={facts.map(({ label, value }) => ({ key: label, label, children: value }))}
    />
  );
}

export function ProxyReversals({ proxy }: { proxy: Proxy }) {
  return (
    <Reversals
      of={proxy}
      price={proxy.price}
      toPath={({ reference }) => transactionPath(reference)}
    />
  );
}

/** To what the dialogs have no room for. */
export function ProxyPageLink({ proxyId }: { proxyId: number }) {
  return <Link to={proxyPath(proxyId)}>Code samples, connection lists and a test</Link>;
}
