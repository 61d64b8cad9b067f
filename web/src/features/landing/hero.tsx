import { useSiteConfig } from '@/api/site-config';
import { useStartLink } from '@/api/use-start-link';
import { ButtonAnchor, ButtonLink } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import styles from './hero.module.css';

/** Default gateway address until the server's is loaded. */
const getDefaultGateway = (): string => `${window.location.hostname}:3128`;

function CurlCard() {
  const gateway = useSiteConfig()?.gateway_address ?? getDefaultGateway();
  const line = `curl -x http://USERNAME:PASSWORD@${gateway} https://api.ipify.org`;
  return (
    <figure className={styles.terminal}>
      <figcaption className={styles.caption}>
        <span>One line, and you browse from another country</span>
        <CopyButton text={line} label="the curl line" inlineFailure />
      </figcaption>
      <pre className={styles.code}>
        <code>
          <span className={styles.prompt}>$ </span>curl -x http://<mark>USERNAME</mark>:
          <mark>PASSWORD</mark>@{gateway} \{'\n'}
          {'    '}https://api.ipify.org
        </code>
      </pre>
      <ul className={styles.notes}>
        <li>
          <Icon name="check" size={15} /> The same login works with SOCKS5
        </li>
        <li>
          <Icon name="check" size={15} /> Switch country without buying again
        </li>
        <li>
          <Icon name="check" size={15} /> See every megabyte that you use
        </li>
      </ul>
    </figure>
  );
}

export function Hero() {
  const start = useStartLink();
  return (
    <section className={styles.hero}>
      <div>
        <h1 className={styles.title}>Proxies that work a second after you pay. In naira.</h1>
        <p className={styles.lead}>
          Datacenter, residential and mobile proxies from one prepaid wallet. Top up by card, choose
          a location down to the city and ISP, and connect over HTTP or SOCKS5.
        </p>
        <div className={styles.actions}>
          <ButtonLink look="primary" large to={start.to}>
            {start.label}
            <Icon name="arrowRight" size={16} />
          </ButtonLink>
          <ButtonAnchor large href="#pricing">
            See prices
          </ButtonAnchor>
        </div>
      </div>
      <CurlCard />
    </section>
  );
}
