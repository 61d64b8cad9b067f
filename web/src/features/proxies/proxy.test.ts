import {
  formatConnection,
  generateConnections,
  createSessionId,
  getDisplayStatus,
  getSocks5Port,
  type Proxy,
} from './proxy';

const proxy = {
  host: 'gw.example',
  port: 3128,
  port_socks5: 1081,
  username: 'u1',
  password: 'p1',
} as Proxy;

const endpoint = {
  host: 'gw.example',
  port: 3128,
  username: 'u1',
  password: 'p1',
  protocol: 'http',
};

describe('a proxy', () => {
  // spec: C4.12
  it('is expired as soon as is_expired says so', () => {
    expect(getDisplayStatus({ status: 'active', is_expired: true })).toBe('expired');
    expect(getDisplayStatus({ status: 'suspended', is_expired: false })).toBe('suspended');
  });

  // spec: C2.72, C9.9
  it('listens for SOCKS5 on 1080 when nothing else is said', () => {
    expect(getSocks5Port({ port_socks5: undefined } as unknown as Proxy)).toBe(1080);
    expect(getSocks5Port(proxy)).toBe(1081);
  });

  // spec: C9.9
  it('is written in both formats', () => {
    expect(formatConnection(endpoint, 'host')).toBe('gw.example:3128:u1:p1');
    expect(formatConnection(endpoint, 'protocol')).toBe('http://u1:p1@gw.example:3128');
  });

  it('makes one line per session, on the protocol’s own port', () => {
    expect(generateConnections(proxy, 'socks5', 'protocol', ['aa', 'bb'])).toBe(
      'socks5://u1-session-aa:p1@gw.example:1081\nsocks5://u1-session-bb:p1@gw.example:1081',
    );
  });

  it('names sessions the gateway accepts: letters and digits, 32 at most', () => {
    expect(createSessionId()).toMatch(/^[a-z0-9]{8}$/);
  });
});
