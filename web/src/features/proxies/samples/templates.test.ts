import type { ProxyEndpoint } from '../../../lib/proxy-endpoint';
import { SAMPLES, findSample } from './templates';

const TARGET = 'https://ip.example/';
const endpoint = (over: Partial<ProxyEndpoint> = {}): ProxyEndpoint => ({
  host: 'gw.example',
  port: 3128,
  username: 'np12345-session-s1',
  password: 'secret-word',
  protocol: 'http',
  ...over,
});

/** Each breaks a literal, a URL or a shell line that does not escape it. */
const AWKWARD = `a'b"c\\d$e@f:g/h%i j`;

describe('the code samples', () => {
  it.each(SAMPLES)('$label has host, port, username, password and target', ({ write }) => {
    const text = write(endpoint(), TARGET);
    for (const part of ['gw.example', '3128', 'np12345-session-s1', 'secret-word', TARGET])
      expect(text).toContain(part);
  });

  it.each(SAMPLES)('$label never has an awkward password as it is', ({ id, write }) => {
    const text = write(endpoint({ password: AWKWARD }), TARGET);
    expect(text).not.toContain(AWKWARD);
    const forms: Record<string, string> = {
      php: `'a\\'b"c\\\\d$e@f:g/h%i j'`,
      selenium: `'a\\'b"c\\\\d$e@f:g/h%i j'`,
      playwright: `'a\\'b"c\\\\d$e@f:g/h%i j'`,
      java: JSON.stringify(AWKWARD),
    };
    const inUrl = encodeURIComponent(AWKWARD);
    const wanted = forms[id] ?? (id === 'curl' ? inUrl.replaceAll("'", `'\\''`) : inUrl);
    const inLiteral = text.includes(wanted) || text.includes(wanted.replaceAll("'", "\\'"));
    expect(inLiteral).toBe(true);
  });

  it.each(SAMPLES.filter(({ httpOnly }) => !httpOnly))(
    '$label goes by SOCKS5 where the proxy is of that protocol',
    ({ write }) => {
      expect(write(endpoint({ protocol: 'socks5', port: 1080 }), TARGET)).toMatch(/socks5/i);
    },
  );

  it('resolves names at the proxy with curl', () => {
    expect(findSample('curl').write(endpoint({ protocol: 'socks5', port: 1080 }), TARGET)).toBe(
      `curl -x 'socks5h://np12345-session-s1:secret-word@gw.example:1080' '${TARGET}'`,
    );
  });
});
