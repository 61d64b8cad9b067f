import { formatConnection, generateConnections, getSessionId, getSocks5Port } from './connection';
import { getDisplayStatus, type Proxy } from './proxy';

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

describe('proxy helpers', () => {
  it('should treat a proxy as expired when is_expired is set', () => {
    expect(getDisplayStatus({ status: 'active', is_expired: true })).toBe('expired');
    expect(getDisplayStatus({ status: 'suspended', is_expired: false })).toBe('suspended');
  });

  it('should default to port 1080 for SOCKS5', () => {
    expect(getSocks5Port({ port_socks5: undefined } as unknown as Proxy)).toBe(1080);
    expect(getSocks5Port(proxy)).toBe(1081);
  });

  it('should format the connection string in both formats', () => {
    expect(formatConnection(endpoint, 'host')).toBe('gw.example:3128:u1:p1');
    expect(formatConnection(endpoint, 'protocol')).toBe('http://u1:p1@gw.example:3128');
  });

  it('should generate one line per session with the port of the protocol', () => {
    expect(generateConnections(proxy, 'socks5', 'protocol', ['aa', 'bb'])).toBe(
      'socks5://u1-session-aa:p1@gw.example:1081\nsocks5://u1-session-bb:p1@gw.example:1081',
    );
  });

  it('should name the sessions of a proxy alike on every visit, as the gateway accepts them', () => {
    const names = (uuid: string) => Array.from({ length: 10 }, (_, n) => getSessionId(uuid, n));
    const ours = names('0f8fad5b-d9cb-469f-a165-70867728950e');
    expect(names('0f8fad5b-d9cb-469f-a165-70867728950e')).toEqual(ours);
    expect(new Set([...ours, ...names('7c9e6679-7425-40de-944b-e07fc1f90ae7')]).size).toBe(20);
    for (const name of ours) expect(name).toMatch(/^[a-z0-9]{8}$/);
  });
});
