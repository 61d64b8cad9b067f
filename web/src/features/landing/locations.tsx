import { Suspense, use } from 'react';
import { Flag } from '@/components/format/country';
import { useLandingData, type Coverage } from './landing-data';
import styles from './locations.module.css';
import section from './section.module.css';

const SHOWN = 23;

function Counts({ coverage }: { coverage: Coverage | null }) {
  const counts = [
    { label: 'countries with residential exits', places: coverage?.residential },
    { label: 'countries with mobile exits', places: coverage?.mobile },
    { label: 'countries with datacenter addresses', places: coverage?.datacenter },
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

/** About as high as the list will be, so that nothing below it moves, nor what a link jumped to. */
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
        <h2 id="locations">Where you can come out</h2>
        <p>
          Counted from the exits that are switched on right now. A place we cannot deliver is not on
          sale.
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
