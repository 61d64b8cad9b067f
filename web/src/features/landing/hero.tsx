import type { ReactNode } from 'react';
import { useSiteConfig } from '@/api/site-config';
import { useStartLink } from '@/api/use-start-link';
import { Flag } from '@/components/format/country';
import { ButtonAnchor, ButtonLink } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import { registerPath } from '@/lib/paths';
import styles from './hero.module.css';

/** Default gateway address until the server's is loaded. */
const getDefaultGateway = (): string => `${window.location.hostname}:3128`;

const FACTS: [string, ReactNode][] = [
  [
    'Location',
    <>
      <Flag code="ng" /> Nigeria, Lagos, MTN
    </>,
  ],
  ['Session', 'Keep the IP for 10 minutes'],
  [
    'Traffic left',
    <>
      <meter className={styles.meter} max={5} value={4.2} aria-hidden="true" /> 4.2 of 5 GB
    </>,
  ],
];

/** A proxy as its page in the account shows it, with the line that uses it. */
function ProxyCard() {
  const gateway = useSiteConfig()?.gateway_address ?? getDefaultGateway();
  const line = `curl -x http://USERNAME:PASSWORD@${gateway} https://api.ipify.org`;
  return (
    <figure className={styles.card}>
      <figcaption className={styles.caption}>
        <strong>Residential proxy</strong>
        <span className={styles.active}>
          <Icon name="check" size={13} /> Active
        </span>
      </figcaption>
      <dl className={styles.facts}>
        {FACTS.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.terminal}>
        <pre className={styles.code}>
          <code>$ {line}</code>
        </pre>
        <CopyButton text={line} label="the curl line" inlineFailure />
      </div>
    </figure>
  );
}

export function Hero() {
  const start = useStartLink();
  const trial = useSiteConfig()?.trial_megabytes;
  return (
    <section className={styles.hero}>
      <div>
        <h1 className={styles.title}>Proxies that work a second after you pay. In naira.</h1>
        <p className={styles.lead}>
          Datacenter, residential and mobile proxies from one prepaid wallet. Top up by card or bank
          transfer, choose a location down to the city and ISP, and connect over HTTP or SOCKS5.
          {trial ? ` Try ${trial} MB free.` : ''}
        </p>
        <div className={styles.actions}>
          <ButtonLink look="primary" large to={start.to}>
            {start.label}
          </ButtonLink>
          {start.signedIn ? (
            <ButtonAnchor large href="#pricing">
              See prices
            </ButtonAnchor>
          ) : (
            <ButtonLink large to={registerPath}>
              Register
            </ButtonLink>
          )}
        </div>
      </div>
      <ProxyCard />
    </section>
  );
}
