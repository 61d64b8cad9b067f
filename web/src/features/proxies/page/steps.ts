/** What the steps name, as programs show it. */
export interface StepFields {
  readonly host: string;
  readonly httpPort: number;
  readonly socksPort: number;
}

export type Place = 'browser' | 'android' | 'ios' | 'windows' | 'macos' | 'antidetect';

interface Setup {
  readonly id: Place;
  readonly label: string;
  /** Where typing is slow. */
  readonly isPhone?: boolean;
  readonly steps: (fields: StepFields) => readonly string[];
}

const SIGN_IN = 'Enter the login and password from Connect above when you are asked for them.';
const CHECK = 'Open a page that shows your address to see that it is the one of the proxy.';

export const SETUPS: readonly Setup[] = [
  {
    id: 'browser',
    label: 'Browser',
    steps: ({ host, httpPort }) => [
      'Firefox: open Settings, search for "proxy" and choose Settings. Chrome and Edge use the proxy of the computer: see Windows or macOS.',
      `Choose Manual proxy configuration. HTTP Proxy: ${host}, Port: ${httpPort}. Tick "Also use this proxy for HTTPS".`,
      SIGN_IN,
      CHECK,
    ],
  },
  {
    id: 'android',
    label: 'Android',
    isPhone: true,
    steps: ({ host, httpPort }) => [
      'Open Settings, Network and internet, Wi-Fi, and the gear beside your network.',
      'Choose the pencil, then Advanced options, and set Proxy to Manual.',
      `Proxy hostname: ${host}. Proxy port: ${httpPort}. Save.`,
      SIGN_IN,
      CHECK,
    ],
  },
  {
    id: 'ios',
    label: 'iPhone and iPad',
    isPhone: true,
    steps: ({ host, httpPort }) => [
      'Open Settings, Wi-Fi, and the (i) beside your network.',
      'Choose Configure Proxy, then Manual.',
      `Server: ${host}. Port: ${httpPort}. Switch Authentication on and enter the login and password from Connect above. Save.`,
      CHECK,
    ],
  },
  {
    id: 'windows',
    label: 'Windows',
    steps: ({ host, httpPort }) => [
      'Open Settings, Network and internet, Proxy.',
      'Under Manual proxy setup choose Set up, and switch Use a proxy server on.',
      `Proxy IP address: ${host}. Port: ${httpPort}. Save.`,
      SIGN_IN,
      CHECK,
    ],
  },
  {
    id: 'macos',
    label: 'macOS',
    steps: ({ host, httpPort }) => [
      'Open System Settings, Network, your connection, then Details and Proxies.',
      `Switch Web proxy (HTTP) and Secure web proxy (HTTPS) on. Server: ${host}. Port: ${httpPort}.`,
      'Switch Proxy server requires password on and enter the login and password from Connect above.',
      CHECK,
    ],
  },
  {
    id: 'antidetect',
    label: 'Anti-detect browser',
    steps: ({ host, httpPort, socksPort }) => [
      'Build a list above with one sticky connection for each profile, in the format host:port:user:pass.',
      'In AdsPower, GoLogin, Multilogin, Dolphin Anty or Incogniton create a profile and open its proxy settings.',
      `Choose HTTP and port ${httpPort}, or SOCKS5 and port ${socksPort}, with the host ${host}, and paste the line or its parts.`,
      'Use Check proxy. It shows the address that the profile keeps.',
    ],
  },
];
