import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from '@/components/ui/icon';
import { paths } from '@/lib/paths';
import styles from './landing-page.module.css';
import section from './section.module.css';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { useSiteName } from '@/lib/site-name';
import { usePageTitle } from '@/lib/use-page-title';
import { About } from './about';
import { Hero } from './hero';
import { Locations } from './locations';
import { Pricing } from './pricing';

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

export function LandingFooter() {
  const name = useSiteName();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <span>
          © {new Date().getFullYear()} {name}
        </span>
        <nav className={styles.links} aria-label="Footer">
          <Link to={paths.privacy}>Privacy Policy</Link>
          <Link to={paths.terms}>Terms of Service</Link>
          <Link to={paths.help}>Help</Link>
          <Link to={paths.support}>Support</Link>
        </nav>
        <ThemeSwitch />
      </div>
    </footer>
  );
}

export default function LandingPage() {
  usePageTitle();
  return (
    <>
      <main id="main" tabIndex={-1}>
        <Hero />
        <Features />
        <Pricing />
        <Locations />
        <About />
      </main>
      <LandingFooter />
    </>
  );
}
