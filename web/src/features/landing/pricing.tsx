import { Suspense, use, useId, useState } from 'react';
import { formatNaira } from '@/lib/money';
import styles from './pricing.module.css';
import { useLandingData } from './landing-data';
import { useRevalidator } from 'react-router-dom';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { PlainButton } from '@/components/ui/button';
import section from './section.module.css';

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

function Price({ price, gigabytes }: { price: number | undefined; gigabytes: number }) {
  if (price === undefined) return <td>–</td>;
  return (
    <td>
      <strong>{formatNaira(price)}</strong>
      <span>{formatNaira(price / gigabytes)}/GB</span>
    </td>
  );
}

function PriceTable() {
  const rows = use(useLandingData().prices);
  const { revalidate } = useRevalidator();
  if (!rows) {
    return (
      <p className={styles.failed}>
        The prices could not be loaded.{' '}
        <PlainButton onClick={() => void revalidate()}>Try Again</PlainButton>
      </p>
    );
  }
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">
        Prices of residential and mobile traffic, and of datacenter addresses, in naira
      </caption>
      <thead>
        <tr>
          <th scope="col">Traffic</th>
          <th scope="col">Residential</th>
          <th scope="col">Mobile</th>
          <th scope="col">Datacenter</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.gigabytes}>
            <th scope="row">{row.gigabytes} GB</th>
            <Price price={row.residential} gigabytes={row.gigabytes} />
            <Price price={row.mobile} gigabytes={row.gigabytes} />
            {index === 0 && (
              <td rowSpan={rows.length} className={styles.datacenter}>
                <p>One address of your own, unlimited traffic, for 30, 60 or 90 days.</p>
                <Suspense>
                  <CountryPrice />
                </Suspense>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Pricing() {
  return (
    <section id="pricing" className={section.section}>
      <div className={section.head}>
        <h2>Pricing</h2>
        <p>Today’s prices. What you see here is what your wallet pays.</p>
      </div>
      <div className={section.panel}>
        <Suspense fallback={<SkeletonRows rows={8} label="Loading prices" />}>
          <PriceTable />
        </Suspense>
      </div>
    </section>
  );
}
