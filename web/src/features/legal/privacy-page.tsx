import { Link } from 'react-router-dom';
import { useSupportEmail } from '@/api/site-config';
import { paths } from '@/lib/paths';
import { LegalPage, type LegalSection } from './legal-page';

const sections = (email: string): LegalSection[] => [
  {
    title: 'No-logs policy',
    body: (
      <p>
        We do not log the websites you visit, the content you send or receive, or the addresses you
        connect to through our proxies. We count bytes per proxy, because traffic is what you pay
        for. Only if you switch on usage by host in your account do we count it by host name, for
        your eyes, and delete it after 30 days or when you ask. Whoever carries your traffic to the
        proxy can read the proxy’s login and password, unless your program connects to the proxy
        itself over HTTPS.
      </p>
    ),
  },
  {
    title: 'What we keep',
    body: (
      <ul>
        <li>your name, email address and, if you gave it, phone number;</li>
        <li>your password, as a hash that cannot be reversed;</li>
        <li>
          if you ask for a naira account, that you gave your BVN or NIN: the payment provider needs
          it to open the account, as the Central Bank of Nigeria requires, and we pass it on without
          storing it;
        </li>
        <li>your wallet: top-ups, purchases and their references;</li>
        <li>the proxies you own, their settings and how much traffic they have used;</li>
        <li>security events, such as sign-ins and the IP addresses they came from.</li>
      </ul>
    ),
  },
  {
    title: 'Payments',
    body: (
      <p>
        Card payments are handled by our payment provider. Card details go to the provider and never
        reach our servers.
      </p>
    ),
  },
  {
    title: 'What is stored in your browser',
    body: (
      <p>
        Your session, the theme that you chose, the reference of a payment in progress and, during a
        password reset, your email address; while you sign in with Google, a cookie that lasts ten
        minutes. We set no advertising cookies and load no trackers.
      </p>
    ),
  },
  {
    title: 'Who else sees your data',
    body: (
      <p>
        The payment provider, the service that delivers our email, and authorities where the law
        requires it. We do not sell data.
      </p>
    ),
  },
  {
    title: 'Your rights',
    body: (
      <p>
        You may ask to see, correct or delete your personal data. Payment records are kept for as
        long as the law requires. After a deletion we also keep a hash of your email address, which
        cannot be turned back into it, while codes and invitations run that each person can use
        once, and 30 days longer.
      </p>
    ),
  },
  {
    title: 'Contact',
    body: (
      <p>
        Questions about privacy: <a href={`mailto:${email}`}>{email}</a> or the{' '}
        <Link to={paths.support}>support form</Link>.
      </p>
    ),
  },
];

export default function PrivacyPage() {
  const email = useSupportEmail();
  return (
    <LegalPage
      title="Privacy Policy"
      intro="What we collect about you, why we collect it, and what we do not collect."
      sections={sections(email)}
    />
  );
}
