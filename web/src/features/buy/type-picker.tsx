import { Icon } from '@/components/ui/icon';
import { PROXY_TYPES, type ProxyType } from './proxy-types';
import styles from './type-picker.module.css';

export function TypePicker({
  value,
  onChange,
}: {
  value: ProxyType;
  onChange: (type: ProxyType) => void;
}) {
  return (
    <div className={styles.group} role="radiogroup" aria-label="Proxy type">
      {PROXY_TYPES.map(({ type, name, icon, lead, facts }) => (
        <label key={type} className={styles.card}>
          <input
            type="radio"
            name="proxy-type"
            value={type}
            checked={type === value}
            onChange={() => onChange(type)}
          />
          <span className={styles.name}>
            <Icon name={icon} />
            {name}
          </span>
          <span className={styles.lead}>{lead}</span>
          <span className={styles.facts}>
            {facts.map((fact) => (
              <span key={fact} className={styles.fact}>
                {fact}
              </span>
            ))}
          </span>
        </label>
      ))}
    </div>
  );
}
