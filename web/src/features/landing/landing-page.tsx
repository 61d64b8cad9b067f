import { type ReactNode, lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useReplyTime, useSiteConfig } from '@/api/site-config';
import { Icon, type IconName } from '@/components/ui/icon';
import { paths } from '@/lib/paths';
import styles from './landing-page.module.css';
import section from './section.module.css';
import { usePageTitle } from '@/lib/use-page-title';
import { Hero } from './hero';
import { Locations } from './locations';
import { Pricing } from './pricing';
import { PlainButton } from '@/components/ui/button';
import { useSiteName } from '@/lib/site-name';

const ContactDialog = lazy(() => import('./contact-dialog'));

function ContactSales() {
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

function About() {
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

const ReplyTime = () => useReplyTime();

const features: readonly { icon: IconName; title: string; text: ReactNode }[] = [
  {
    icon: 'globe',
    title: '50+ countries',
    text: 'Choose a country, or Random for any that is available.',
  },
  {
    icon: 'sliders',
    title: 'City and ISP targeting',
    text: 'Choose a region, a city and an internet provider.',
  },
  {
    icon: 'signal',
    title: 'HTTP and SOCKS5',
    text: 'Both with the same username and password. Switch at any time.',
  },
  {
    icon: 'chat',
    title: '24/7 support',
    text: (
      <>
        <Link to={paths.support}>Write to us</Link> at any time. A person replies <ReplyTime />.
      </>
    ),
  },
];

export function Features() {
  return (
    <section id="features" className={section.section}>
      <div className={section.head}>
        <h2>What you get</h2>
        <p>No monthly plan: you pay for the gigabytes or days that you buy.</p>
      </div>
      <ul className={styles.grid}>
        {features.map(({ icon, title, text }) => (
          <li key={title} className={styles.item}>
            <span className={styles.icon}>
              <Icon name={icon} />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export default function LandingPage() {
  usePageTitle();
  return (
    <main id="main" tabIndex={-1}>
      <Hero />
      <Features />
      <Pricing />
      <Locations />
      <About />
    </main>
  );
}
