import { Icon, type IconName } from '@/components/ui/icon';
import styles from './features.module.css';
import section from './section.module.css';

const features: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'globe',
    title: '50+ countries',
    text: 'Choose one, or Random and take whichever is free.',
  },
  {
    icon: 'sliders',
    title: 'City and ISP targeting',
    text: 'Narrow an exit down to region, city and network.',
  },
  {
    icon: 'signal',
    title: 'HTTP and SOCKS5',
    text: 'Both on the same credentials. Change over at any time.',
  },
  { icon: 'chat', title: '24/7 support', text: 'People who can read a packet trace, at any hour.' },
];

export function Features() {
  return (
    <section id="features" className={section.section}>
      <div className={section.head}>
        <h2>What you get</h2>
        <p>
          Nothing to install and no monthly plan. You pay for the gigabytes or the days that you
          take.
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
