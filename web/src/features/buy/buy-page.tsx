import { Icon, type IconName } from '@/components/ui/icon';
import styles from './proxy-type.module.css';
import { RadioCards } from './radio-cards';
import { lazy, Suspense } from 'react';
import { PageSkeleton } from '@/components/feedback/page-skeleton';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { useTeam } from '@/api/use-team';
import { useTrialOffer } from '@/api/use-trial-offer';
import { TrialOffer } from '@/components/orders/trial-offer';
import { EmptyState } from '@/components/feedback/empty-state';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { useUrlParams } from '@/lib/url-params';
import { PoolForm } from './pool-form';
import { ORDER_PARAMS, ORDER_TYPE_PARAM } from './use-order';

export type ProxyType = 'datacenter' | 'residential' | 'mobile';

interface ProxyTypeDescription {
  type: ProxyType;
  name: string;
  icon: IconName;
  /** In the order of `FACTS`. */
  facts: readonly string[];
}

/** What the types are compared by. */
const FACTS = ['Billing', 'Traffic', 'Location', 'Address'];

const PROXY_TYPES: readonly ProxyTypeDescription[] = [
  {
    type: 'residential',
    name: 'Residential',
    icon: 'home',
    facts: ['Traffic-based', 'You pay per GB', 'Multiple location switches', 'Home connections'],
  },
  {
    type: 'mobile',
    name: 'Mobile',
    icon: 'phone',
    facts: ['Traffic-based', 'You pay per GB', 'Multiple location switches', 'Real carrier IPs'],
  },
  {
    type: 'datacenter',
    name: 'Datacenter',
    icon: 'server',
    facts: [
      'Expires by duration',
      'Not traffic-limited',
      'Fixed single location',
      'Dedicated addresses',
    ],
  },
];

/** The type in the URL; residential if it is invalid. */
export const parseProxyType = (text: string | null): ProxyType =>
  PROXY_TYPES.find(({ type }) => type === text)?.type ?? 'residential';

interface ProxyTypeSelectProps {
  value: ProxyType;
  onChange: (type: ProxyType) => void;
}

export function ProxyTypeSelect({ value, onChange }: ProxyTypeSelectProps) {
  return (
    <RadioCards
      label="Proxy type"
      value={value}
      onChange={onChange}
      cards={PROXY_TYPES.map(({ type, name, icon, facts }) => ({
        value: type,
        content: (
          <>
            <strong className={styles.name}>
              {name}
              <Icon name={icon} />
            </strong>
            <span className={styles.facts}>
              {facts.map((fact, row) => (
                <span key={fact}>
                  <span className={styles.fact}>{FACTS[row]} </span>
                  {fact}
                </span>
              ))}
            </span>
          </>
        ),
      }))}
    />
  );
}

/** Of the types, this one alone needs a number field. */
const DatacenterForm = lazy(() => import('./datacenter-form'));

/** For viewers of a team. */
function ViewerNote() {
  return (
    <>
      <PageHeader title="Buy Proxy" />
      <Panel>
        <EmptyState
          icon="cart"
          title="You can only look at this account"
          hint="Its owner can let you buy, under Team."
        />
      </Panel>
    </>
  );
}

export default function BuyPage() {
  return useTeam().canBuy ? <OrderForms /> : <ViewerNote />;
}

function OrderForms() {
  const [params, write] = useUrlParams();
  const trial = useTrialOffer();
  const type = parseProxyType(params.get(ORDER_TYPE_PARAM));
  const selectType = (next: ProxyType): void =>
    write(
      {
        ...Object.fromEntries(ORDER_PARAMS.map((name) => [name, null])),
        [ORDER_TYPE_PARAM]: next === 'residential' ? null : next,
      },
      true,
    );
  return (
    <>
      <PageHeader
        title="Buy Proxy"
        lead="Pay from your wallet and get the credentials right away."
      />
      {trial.isLoading ? (
        <PageSkeleton label="Loading the order form" />
      ) : (
        <>
          <TrialOffer {...trial} />
          <ProxyTypeSelect value={type} onChange={selectType} />
          {type === 'datacenter' ? (
            <Suspense fallback={<SkeletonRows rows={6} label="Loading the order form" />}>
              <DatacenterForm />
            </Suspense>
          ) : (
            <PoolForm key={type} kind={type} />
          )}
        </>
      )}
    </>
  );
}
