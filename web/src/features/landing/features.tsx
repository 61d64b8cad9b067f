import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from '@/components/ui/icon';
import { paths } from '@/lib/paths';
import styles from './features.module.css';
import section from './section.module.css';

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
        <Link to={paths.support}>Write to us</Link> at any time, day or night. A person replies.
      </>
    ),
  },
];

export function Features() {
  return (
    <section id="features" className={section.section}>
      <div className={section.head}>
        <h2>What you get</h2>
        <p>
          Nothing to install and no monthly plan. You pay only for the gigabytes or days that you
          buy.
        </p>
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
