import { Icon, type IconName } from '@/components/ui/icon';
import styles from './proxy-type.module.css';
import { RadioCards } from './radio-cards';

export type ProxyType = 'datacenter' | 'residential' | 'mobile';

interface ProxyTypeDescription {
  type: ProxyType;
  name: string;
  icon: IconName;
  lead: string;
  facts: readonly string[];
}

const PROXY_TYPES: readonly ProxyTypeDescription[] = [
  {
    type: 'residential',
    name: 'Residential',
    icon: 'home',
    lead: 'IP addresses of home internet connections.',
    facts: ['Traffic-based', 'Multiple location switches', 'HTTP and SOCKS5'],
  },
  {
    type: 'mobile',
    name: 'Mobile',
    icon: 'phone',
    lead: 'Real carrier IPs.',
    facts: ['Traffic-based', 'Multiple location switches', 'Highest trust'],
  },
  {
    type: 'datacenter',
    name: 'Datacenter',
    icon: 'server',
    lead: 'Dedicated addresses, our fastest type.',
    facts: ['Expires by duration', 'Not traffic-limited', 'Fixed single location'],
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
      cards={PROXY_TYPES.map(({ type, name, icon, lead, facts }) => ({
        value: type,
        content: (
          <>
            <strong className={styles.name}>
              {name}
              <Icon name={icon} />
            </strong>
            <span className={styles.lead}>{lead}</span>
            <span className={styles.facts}>
              {facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </span>
          </>
        ),
      }))}
    />
  );
}
