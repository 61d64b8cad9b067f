import { inlineLogo, renderMail } from './render-mail';

describe('renderMail', () => {
  const content = {
    subject: 'Hello',
    heading: 'A heading',
    paragraphs: ['Hello <script>alert("1")</script> & co,'],
    code: '012345',
    action: { label: 'Go', url: 'https://shop.example.com/x?a=1&b="2"' },
    facts: [['Amount', '₦5 & <b>']] as const,
    link: { label: 'Receipt', url: 'https://shop.example.com/transactions' },
    closing: 'Bye: https://shop.example.com/profile or https://other.example.com/x',
  };
  const site = {
    siteName: 'NairaProxy',
    url: 'https://shop.example.com',
    invoiceSellerName: 'Naira & Sons Ltd',
    invoiceSellerAddress: '12 Broad Street\nLagos',
    invoiceSellerTin: '12345678-0001',
    rcNumber: null,
  };
  const { text, html } = renderMail(content, site);

  it('should render the same content as text and HTML', () => {
    for (const part of ['A heading', '012345', 'Go', 'Bye: ', 'NairaProxy', 'Receipt']) {
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

  it('should load nothing: the logo is attached', () => {
    expect(html.match(/(src|<link)[^>]*/g)).toEqual([expect.stringMatching(/^src="cid:logo"/)]);
    expect(inlineLogo(html)).toContain('src="data:image/png;base64,iVBOR');
  });

  it('should list facts in a table and in lines', () => {
    expect(text).toContain('\n\nAmount: ₦5 & <b>\n\n');
    expect(html).toMatch(/<th scope="row"[^>]*>Amount<\/th><td[^>]*>₦5 &#38; &#60;b&#62;<\/td>/);
  });

  it('should link the addresses of the site in the closing, and no others', () => {
    expect(html).toContain('<a href="https://shop.example.com/profile"');
    expect(html).not.toContain('href="https://other.example.com');
  });

  it('should name the company with what the settings have', () => {
    const lines = ['Naira & Sons Ltd', 'TIN 12345678-0001', '12 Broad Street, Lagos'];
    expect(text).toContain(`https://shop.example.com\n${lines.join('\n')}\n`);
    expect(html).toContain(`Naira &#38; Sons Ltd · ${lines.slice(1).join(' · ')}`);
  });
});
