import { Suspense, use } from 'react';
import { Flag } from '@/components/format/country';
import { once } from '@/lib/once';
import { useLandingData, type Coverage } from './landing-data';
import styles from './locations.module.css';
import section from './section.module.css';

const SHOWN = 15;

const KINDS = ['residential', 'mobile', 'datacenter'] as const;
const joinNames = once(() => new Intl.ListFormat('en-GB'));

/** Kinds that are sold in equally many countries share one figure. */
function countriesByKind(coverage: Coverage): { label: string; count: number }[] {
  const kinds = new Map<number, string[]>();
  for (const kind of KINDS) {
    const count = coverage[kind].length;
    kinds.set(count, [...(kinds.get(count) ?? []), kind]);
  }
  return [...kinds].map(([count, names]) => ({
    label: `${count === 1 ? 'country' : 'countries'} with ${joinNames().format(names)} proxies`,
    count,
  }));
}

function Counts({ coverage }: { coverage: Coverage | null }) {
  const stock = coverage?.datacenter.reduce((sum, { quantity }) => sum + quantity, 0);
  const counts: { label: string; count?: number }[] = [
    ...(coverage ? countriesByKind(coverage) : [{ label: 'countries' }]),
    { label: 'datacenter addresses in stock', count: stock },
  ];
  return (
    <dl className={styles.counts}>
      {counts.map(({ label, count }) => (
        <div key={label} className={styles.count}>
          <dt>{label}</dt>
          <dd>{count?.toLocaleString('en-NG') ?? '–'}</dd>
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
        <p>Available right now.</p>
      </div>
      <Suspense
        fallback={
          <>
            <Counts coverage={null} />
            <div className={styles.places} />
          </>
        }
      >
        <Loaded />
      </Suspense>
    </section>
  );
}
