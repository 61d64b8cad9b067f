import { Suspense, use, useId, useState } from 'react';
import { formatNaira } from '@/lib/money';
import styles from './datacenter-price.module.css';
import { useLandingData } from './landing-data';

function CountryPrice() {
  const id = useId();
  const offers = use(useLandingData().datacenter) ?? [];
  const [chosen, setChosen] = useState<string>();
  const offer = offers.find(({ code }) => code === chosen) ?? offers[0];
  if (!offer) return null;
  const lowest = Math.min(...offers.map(({ price_per_unit }) => price_per_unit));
  return (
    <>
      <p>
        From <strong>{formatNaira(lowest)}</strong> for 30 days
      </p>
      <div className={styles.choice}>
        <label htmlFor={id}>Country</label>
        <select id={id} value={offer.code} onChange={(event) => setChosen(event.target.value)}>
          {offers.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <output htmlFor={id}>
          <strong>{formatNaira(offer.price_per_unit)}</strong> for 30 days
        </output>
      </div>
    </>
  );
}

export function DatacenterPrice() {
  return (
    <div className={styles.datacenter}>
      <div>
        <h3>Datacenter</h3>
        <p>One address of your own with unlimited traffic, for 30, 60 or 90 days.</p>
      </div>
      <div className={styles.price}>
        <Suspense>
          <CountryPrice />
        </Suspense>
      </div>
    </div>
  );
}
