import { renderMail } from './render-mail';

describe('renderMail', () => {
  const content = {
    subject: 'Hello',
    heading: 'A heading',
    paragraphs: ['Hello <script>alert("1")</script> & co,'],
    code: '012345',
    action: { label: 'Go', url: 'https://shop.example.com/x?a=1&b="2"' },
    closing: 'Bye.',
  };
  const { text, html } = renderMail(content, 'NairaProxy', 'https://shop.example.com');

  it('should render the same content as text and HTML', () => {
    for (const part of ['A heading', '012345', 'Go', 'Bye.', 'NairaProxy']) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(text).toContain('https://shop.example.com/x?a=1&b="2"');
  });

  it('should space the digits of a code', () => {
    expect(html).toMatch(/<p style="[^"]*letter-spacing:6px[^"]*">012345</);
  });

  it('should escape user input in HTML', () => {
    expect(html).not.toContain('<script>');
    expect(html).toContain('&#60;script&#62;');
    expect(html).toContain('href="https://shop.example.com/x?a=1&#38;b=&#34;2&#34;"');
  });

  it('should not load external resources', () => {
    expect(html).not.toMatch(/<img|<link|src=/);
  });
});
