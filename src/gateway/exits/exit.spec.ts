import { parseUpstreamUrl } from './exit';

describe('parseUpstreamUrl', () => {
  it('parses HTTP and SOCKS5 URLs with credentials', () => {
    expect(parseUpstreamUrl('http://us%40er:p%3Aw@gw.example.com:12321')).toEqual({
      protocol: 'http',
      host: 'gw.example.com',
      port: 12321,
      username: 'us@er',
      password: 'p:w',
    });
    expect(parseUpstreamUrl('socks5h://[2001:db8::1]')).toMatchObject({
      protocol: 'socks5',
      host: '2001:db8::1',
      port: 1080,
      username: '',
    });
  });

  it('omits the secret from its error message', () => {
    for (const text of ['nonsense secret', 'ftp://u:secret@h'])
      expect(() => parseUpstreamUrl(text)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('secret') }),
      );
  });
});
