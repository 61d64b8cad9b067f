import { toUserAgentLabel, isMobileDevice } from './user-agent-label';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

describe('toUserAgentLabel', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome on Windows'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0.0.0`,
      'Edge on Windows',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${chrome} Mobile Safari/537.36`,
      'Chrome on Android',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36 OPR/84.0`,
      'Opera on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    ['curl/8.5.0', 'Curl'],
    ['python-requests/2.32', 'A Python program'],
    ['SomethingElse/1 (Windows)', 'A program on Windows'],
    ['', 'An unknown device'],
  ])('should label %s', (agent, label) => expect(toUserAgentLabel(agent)).toBe(label));

  it('should recognise mobile devices', () => {
    expect(isMobileDevice('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)')).toBe(true);
    expect(isMobileDevice('Mozilla/5.0 (X11; Linux x86_64)')).toBe(false);
  });
});
