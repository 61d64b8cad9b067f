import { Link } from 'react-router-dom';
import { useRefundRule } from '@/api/refund-rule';
import { useSupportEmail } from '@/api/site-config';
import { paths } from '@/lib/paths';
import { LegalPage, type LegalSection } from './legal-page';

const sections = (email: string, rule: ReturnType<typeof useRefundRule>): LegalSection[] => [
  {
    title: 'Who may use the service',
    body: (
      <p>
        You must be 18 years or older to open an account. You are responsible for what is done with
        your account and for keeping your password secret.
      </p>
    ),
  },
  {
    title: 'What we sell',
    body: (
      <p>
        Access to datacenter, residential and mobile proxy servers. Datacenter proxies are sold for
        a period, residential and mobile proxies by traffic. A proxy stops when its period ends or
        its traffic is used up.
      </p>
    ),
  },
  {
    title: 'Acceptable use',
    body: (
      <>
        <p>You may not use the proxies to:</p>
        <ul>
          <li>break the law of Nigeria or of the country of the exit;</li>
          <li>send unsolicited email, attack systems or spread harmful software;</li>
          <li>access accounts or networks that are not yours;</li>
          <li>commit fraud or impersonate another person.</li>
        </ul>
        <p>We suspend proxies and accounts that are used in this way.</p>
      </>
    ),
  },
  {
    title: 'Wallet and payments',
    body: (
      <p>
        All payments are made in Nigerian naira (NGN) through a card payment provider. A top-up is
        credited to your wallet once the provider has confirmed it. We never see or store your card
        number.
      </p>
    ),
  },
  {
    title: 'Refunds',
    body: rule ? (
      <>
        <p>
          The price of what could not be delivered is returned to your wallet. All other payments
          are final, except that you may refund what is unused of the last payment for a proxy into
          your wallet:
        </p>
        <ul>
          <li>within {rule.period} of that payment;</li>
          <li>
            if you used at most {rule.percent}% of its traffic or, for a datacenter proxy, of its
            time;
          </li>
          <li>if we have not suspended the proxy or refunded any of that payment.</li>
        </ul>
        <p>The proxy then ends. A refunded renewal is taken back, and the proxy stays.</p>
      </>
    ) : (
      <p>
        All payments are final. Refunds are issued only if the service is not delivered. The price
        of what could not be delivered is returned to your wallet.
      </p>
    ),
  },
  {
    title: 'No logs',
    body: (
      <p>
        We keep no logs of the websites you visit or of what you send and receive through our
        proxies. Our <Link to={paths.privacy}>privacy policy</Link> lists what we do keep.
      </p>
    ),
  },
  {
    title: 'Availability',
    body: (
      <p>
        We work to keep every exit available. An exit may change or become unavailable; you can then
        switch to another location at no cost.
      </p>
    ),
  },
  {
    title: 'Ending an account',
    body: (
      <p>
        You may stop using the service at any time. We may close an account that breaks these terms.
      </p>
    ),
  },
  {
    title: 'Contact',
    body: (
      <p>
        Questions about these terms: <a href={`mailto:${email}`}>{email}</a> or the{' '}
        <Link to={paths.support}>support form</Link>.
      </p>
    ),
  },
];

export default function TermsPage() {
  const email = useSupportEmail();
  const rule = useRefundRule();
  return (
    <LegalPage
      title="Terms of Service"
      intro="By opening an account or buying a proxy you agree to these terms. Please read them."
      sections={sections(email, rule)}
    />
  );
}
