import { Suspense, use } from 'react';
import { formatNaira } from '@/lib/money';
import { useLandingData } from './landing-data';
import section from './section.module.css';

function Price() {
  const price = use(useLandingData().datacenterPrice);
  return price === null ? (
    '.'
  ) : (
    <>
      : <strong>{formatNaira(price)}</strong> for 30 days.
    </>
  );
}

export function DatacenterPrice() {
  return (
    <p className={section.aside}>
      Datacenter proxies are sold by the address, with traffic unlimited, for 30, 60 or 90 days
      <Suspense fallback=".">
        <Price />
      </Suspense>
    </p>
  );
}
