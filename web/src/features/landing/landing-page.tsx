import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useReplyTime } from '@/api/site-config';
import { Icon, type IconName } from '@/components/ui/icon';
import { paths } from '@/lib/paths';
import styles from './landing-page.module.css';
import section from './section.module.css';
import { usePageTitle } from '@/lib/use-page-title';
import { About } from './about';
import { Hero } from './hero';
import { Locations } from './locations';
import { Pricing } from './pricing';

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
