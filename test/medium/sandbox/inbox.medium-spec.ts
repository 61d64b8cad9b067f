import { MailService } from '../../../src/mail/mail.service';
import { openSandboxApp } from '../../support/sandbox-app';
import { useTestApp } from '../../support/use-test-app';

describe('Sandbox inbox', () => {
  const shop = useTestApp(openSandboxApp);

  beforeAll(async () => {
    const mail = shop.module.get(MailService);
    for (const [to, subject] of [
      ['ada@example.com', 'First'],
      ['obi@example.com', 'Second <b>'],
      ['ada@example.com', 'Third'],
    ] as const)
      await shop.uow.run(() =>
        mail.enqueue({
          to,
          subject,
          text: `Open http://localhost:1/x?a=1&b="2 now <script>alert(1)</script>`,
          html: `<p style="color:red">Hello "there"</p><a href="http://localhost:1/y">go</a>`,
        }),
      );
  });

  const json = (query = '') =>
    shop.call('GET', `/sandbox/inbox${query}`, { headers: { accept: 'application/json' } });

  it('returns JSON, newest first', async () => {
    const { status, body } = await json();
    expect(status).toBe(200);
    const mails = body as { to: string; subject: string }[];
    expect(mails.map(({ subject }) => subject)).toEqual(['Third', 'Second <b>', 'First']);
    expect(Object.keys(mails[0]!).sort()).toEqual(['date', 'html', 'subject', 'text', 'to']);
    expect(mails[0]).toMatchObject({ date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) });
  });

  it('filters by address, case-insensitively', async () => {
    const { body } = await json('?to=ADA@example.com');
    expect((body as { subject: string }[]).map(({ subject }) => subject)).toEqual([
      'Third',
      'First',
    ]);
    expect((await json('?to=nobody@example.com')).body).toEqual([]);
  });

  it('renders a page with working links and no scripts', async () => {
    const response = await fetch(`${shop.url}/sandbox/inbox`, { headers: { accept: 'text/html' } });
    const markup = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain(`default-src 'none'`);
    expect(markup).toContain('href="http://localhost:1/x?a=1&amp;b="');
    expect(markup).toContain('Second &lt;b&gt;');
    expect(markup).not.toContain('<script>');
    expect(markup).toContain('srcdoc="&lt;base target=&quot;_top&quot;&gt;&lt;p style=');
    expect(markup.indexOf('Third')).toBeLessThan(markup.indexOf('First'));
  });
});
