import { lazy, Suspense, useState } from 'react';
import { PlainButton } from '@/components/ui/button';
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
    text: 'Top up by card in naira. You need no dollar card, and there is no subscription.',
  },
  {
    title: 'Money that adds up',
    text: 'Your transactions show every naira in and out of the wallet. If a proxy cannot be delivered, the money goes back to your wallet.',
  },
  {
    title: 'No browsing logs',
    text: 'We count the traffic, because you pay for it. We do not record the websites you visit.',
  },
];

export function About() {
  return (
    <section id="about" className={section.section}>
      <div className={section.head}>
        <h2>About</h2>
        <p>
          A Nigerian proxy shop for people who need to see the internet from another place: testers,
          researchers, price comparers and ad checkers.
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
          <p>
            For large volumes or fixed exits, write to our sales team. Invoices with VAT need no
            mail: each purchase in your account has one.
          </p>
        </div>
        <ContactSales />
      </div>
    </section>
  );
}
