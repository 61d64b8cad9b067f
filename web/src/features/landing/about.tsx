import styles from './about.module.css';
import { ContactSales } from './contact-sales';
import section from './section.module.css';

const values = [
  {
    title: 'Prepaid, in your own currency',
    text: 'Top up by card in naira. There is no dollar card to find and no subscription to forget.',
  },
  {
    title: 'Money that adds up',
    text: 'Every naira in and out of the wallet is in your transactions. What could not be delivered goes back to the wallet.',
  },
  {
    title: 'No logs of where you go',
    text: 'We count bytes, because you pay for them. We do not keep the addresses that you visit.',
  },
];

export function About() {
  return (
    <section id="about" className={section.section}>
      <div className={section.head}>
        <h2>About</h2>
        <p>
          A Nigerian shop for people who need to be somewhere else on the internet: testers,
          researchers, price watchers and ad checkers.
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
          <h3>Need more than the table shows?</h3>
          <p>For volume, fixed exits or an invoice, talk to people.</p>
        </div>
        <ContactSales />
      </div>
    </section>
  );
}
