import { withAsciiDomain } from '../http/fields';

describe('withAsciiDomain', () => {
  it.each([
    ['x@bücher.example', 'x@xn--bcher-kva.example'],
    ['x@BÜCHER.example', 'x@xn--bcher-kva.example'],
    ['x@bu\u0308cher.example', 'x@xn--bcher-kva.example'],
    ['x@bücher。example', 'x@xn--bcher-kva.example'],
    ['ọlá@例え.テスト', 'ọlá@xn--r8jz45g.xn--zckzah'],
  ])('should write %s as %s', (email, ascii) => {
    expect(withAsciiDomain(email)).toBe(ascii);
    expect(withAsciiDomain(ascii)).toBe(ascii);
  });

  it.each([
    'ada@example.com',
    'x@xn--bcher-kva.example',
    'x@bü/cher.example',
    'x@b%C3%BCcher.example',
    'x@bü cher.example',
    'x@0x7f.1',
    'x@\u00ad',
    'bücher.example',
    '@',
    '',
  ])('should leave %p to its validator', (text) => {
    expect(withAsciiDomain(text)).toBe(text);
  });
});
