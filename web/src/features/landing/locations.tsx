import { useListCountries, usePoolCountries } from '@/api/generated/catalog/catalog';
import { Flag } from '@/components/format/country';
import styles from './locations.module.css';
import section from './section.module.css';

const calm = { query: { staleTime: 300_000, meta: { quiet: true } } };
const SHOWN = 23;

interface Place {
  code: string;
  name: string;
}

function useCounts(): { label: string; count: number | undefined }[] {
  const residential = usePoolCountries({ connection_type: 'residential' }, calm).data?.data;
  const mobile = usePoolCountries({ connection_type: 'mobile' }, calm).data?.data;
  const datacenter = useListCountries(calm).data?.data;
  return [
    { label: 'countries with residential exits', count: residential?.length },
    { label: 'countries with mobile exits', count: mobile?.length },
    { label: 'countries with datacenter addresses', count: datacenter?.length },
  ];
}

function usePlaces(): readonly Place[] {
  return usePoolCountries({ connection_type: 'residential' }, calm).data?.data ?? [];
}

export function Locations() {
  const counts = useCounts();
  const places = usePlaces();
  return (
    <section className={section.section} aria-labelledby="locations">
      <div className={section.head}>
        <h2 id="locations">Where you can come out</h2>
        <p>Counted from the exits that are switched on right now. A place we cannot deliver is not on sale.</p>
      </div>
      <dl className={styles.counts}>
        {counts.map(({ label, count }) => (
          <div key={label} className={styles.count}>
            <dt>{label}</dt>
            <dd>{count ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <ul className={styles.places} aria-label="Countries">
        {places.slice(0, SHOWN).map(({ code, name }) => (
          <li key={code} className={styles.place}>
            <Flag code={code} />
            {name}
          </li>
        ))}
        {places.length > SHOWN && <li className={styles.more}>and {places.length - SHOWN} more</li>}
      </ul>
    </section>
  );
}
