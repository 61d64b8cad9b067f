import { lazy, Suspense, useState } from 'react';
import { useSiteConfig } from '@/api/site-config';
import { PlainButton } from '@/components/ui/button';
import { useSiteName } from '@/lib/site-name';
import styles from './about.module.css';
import section from './section.module.css';

const ContactDialog = lazy(() => import('./contact-dialog'));

export function ContactSales() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <PlainButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Contact Sales Team
      </PlainButton>
      <Suspense>{open && <ContactDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

const values = [
  {
    title: 'Prepaid, in your own currency',
    text: 'Top up by card or bank transfer. No dollar card, no subscription.',
  },
  {
    title: 'Money that adds up',
    text: 'Your transactions show every naira. What cannot be delivered goes back to your wallet.',
  },
  {
    title: 'No browsing logs',
    text: 'We count the traffic that you pay for. We do not record the websites you visit.',
  },
];

export function About() {
  const site = useSiteName();
  const name = useSiteConfig()?.company_name ?? site;
  return (
    <section id="about" className={section.section}>
      <div className={section.head}>
        <h2>About</h2>
        <p>
          {name} is a Nigerian proxy shop for testers, researchers, price comparers and ad checkers.
        </p>
      </div>
      <ul className={styles.values}>
        {values.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <div className={styles.call}>
        <div>
          <h3>Need a larger volume?</h3>
          <p>Ask for large volumes or fixed exits. Each purchase has an invoice with VAT.</p>
        </div>
        <ContactSales />
      </div>
    </section>
  );
}
