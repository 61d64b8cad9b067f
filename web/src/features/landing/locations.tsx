import { Suspense, use } from 'react';
import { Flag } from '@/components/format/country';
import { useLandingData, type Coverage } from './landing-data';
import styles from './locations.module.css';
import section from './section.module.css';

const SHOWN = 23;

function Counts({ coverage }: { coverage: Coverage | null }) {
  const counts = [
    { label: 'countries with residential proxies', places: coverage?.residential },
    { label: 'countries with mobile proxies', places: coverage?.mobile },
    { label: 'countries with datacenter proxies', places: coverage?.datacenter },
  ];
  return (
    <dl className={styles.counts}>
      {counts.map(({ label, places }) => (
        <div key={label} className={styles.count}>
          <dt>{label}</dt>
          <dd>{places?.length ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

function Places({ coverage }: { coverage: Coverage | null }) {
  const places = coverage?.residential ?? [];
  return (
    <ul className={styles.places} aria-label="Countries">
      {places.slice(0, SHOWN).map(({ code, name }) => (
        <li key={code} className={styles.place}>
          <Flag code={code} />
          {name}
        </li>
      ))}
      {places.length > SHOWN && <li className={styles.more}>and {places.length - SHOWN} more</li>}
    </ul>
  );
}

/** About as high as the loaded list, so that the sections below and anchor targets do not shift. */
function PlacesSkeleton() {
  return (
    <ul className={styles.places} aria-hidden="true">
      {Array.from({ length: SHOWN + 1 }, (_, index) => (
        <li key={index} className={`${styles.place} ${styles.placeholder}`}>
          {'\u00a0'}
        </li>
      ))}
    </ul>
  );
}

function Loaded() {
  const coverage = use(useLandingData().coverage);
  return (
    <>
      <Counts coverage={coverage} />
      <Places coverage={coverage} />
    </>
  );
}

export function Locations() {
  return (
    <section className={section.section} aria-labelledby="locations">
      <div className={section.head}>
        <h2 id="locations">Where your traffic exits</h2>
        <p>
          Live counts of the countries that are available right now. We only sell locations that we
          can deliver.
        </p>
      </div>
      <Suspense
        fallback={
          <>
            <Counts coverage={null} />
            <PlacesSkeleton />
          </>
        }
      >
        <Loaded />
      </Suspense>
    </section>
  );
}
