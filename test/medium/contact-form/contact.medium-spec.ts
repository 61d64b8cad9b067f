import { MailService } from '../../../src/mail/mail.service';
import { SettingsService } from '../../../src/settings/settings.service';
import { freezeTime } from '../../support/freeze-time';
import { useCustomerApi } from '../../support/customer-api';

const SUPPORT = 'help@shop.example.com';
const THANKS = {
  success: true,
  message: 'Thank you. We will reply within one working day.',
};

describe('Contact form', () => {
  const api = useCustomerApi({ SUPPORT_EMAIL: SUPPORT });
  let serial = 0;
  afterEach(() => jest.restoreAllMocks());

  const send = (over: object = {}, ip = `198.18.${(serial += 1)}.1`) =>
    api.call('POST', '/contact', {
      ip,
      body: {
        name: 'Ada Obi',
        email: 'Ada@Example.com',
        message: 'We need forty proxies.\nIn Lagos, from Monday.',
        ...over,
      },
    });
  const mails = () => api.app.get(MailService, { strict: false }).inbox({ to: SUPPORT });

  it('should mail the message to support with the sender as Reply-To', async () => {
    const answer = await send({ company: 'Obi Data Ltd', website: '' });
    expect([answer.status, answer.body]).toEqual([200, THANKS]);
    const [mail] = await mails();
    expect(mail).toMatchObject({
      to: SUPPORT,
      replyTo: 'ada@example.com',
      subject: 'Message for NairaProxy from Ada Obi, Obi Data Ltd',
    });
    for (const part of ['We need forty proxies.', 'In Lagos, from Monday.', 'ada@example.com'])
      expect(mail!.text).toContain(part);
  });

  it('should answer success without a mail when the honeypot field is filled', async () => {
    const before = (await mails()).length;
    for (const website of ['https://spam.example', 'x'.repeat(9000), 7, ['a'], { a: 1 }]) {
      const answer = await send({ website });
      expect([answer.status, answer.body]).toEqual([200, THANKS]);
    }
    expect(await mails()).toHaveLength(before);
  });

  it.each([
    ['name', { name: 'Ada\r\nBcc: eve@example.com' }],
    ['name', { name: 'Ada\u2028Bcc: eve@example.com' }],
    ['name', { name: ' ' }],
    ['company', { company: 'Obi\nBcc: eve@example.com' }],
    ['email', { email: 'ada@example.com\r\nBcc: eve@example.com' }],
    ['email', { email: 'ada@example.com\nBcc:eve@example.com' }],
    ['email', { email: '"a b"@example.com' }],
    ['email', { email: 'ada@example.com, eve@example.com' }],
    ['email', { email: 'Ada <ada@example.com>' }],
    ['message', { message: '  too short '.slice(0, 9) }],
    ['message', { message: 'x'.repeat(4001) }],
    ['message', { message: undefined }],
    ['to', { to: 'eve@example.com' }],
  ])('should refuse an invalid %s (case %#)', async (field, over) => {
    const before = (await mails()).length;
    const answer = await send(over);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
    expect(await mails()).toHaveLength(before);
  });

  it('should accept messages of 10 and of 4000 characters and escape markup', async () => {
    expect((await send({ message: 'x'.repeat(10) })).status).toBe(200);
    const long = `<script>alert(1)</script>${'y'.repeat(3975)}`;
    expect((await send({ message: long })).status).toBe(200);
    const [mail] = await mails();
    expect(mail!.html).not.toContain('<script>');
    expect(mail!.text).toContain('y'.repeat(3975));
  });

  it('should answer with the reply time of the settings', async () => {
    const settings = api.app.get(SettingsService, { strict: false });
    const current = await settings.current();
    jest
      .spyOn(settings, 'current')
      .mockResolvedValue({ ...current, supportReplyTime: 'in an hour' });
    expect((await send()).body.message).toBe('Thank you. We will reply in an hour.');
  });

  it('should accept six messages in 15 minutes from one IP address', async () => {
    freezeTime();
    const ip = '198.51.100.77';
    for (let sent = 0; sent < 6; sent += 1)
      expect((await send({ website: sent % 2 ? 'spam' : '' }, ip)).status).toBe(200);
    const before = (await mails()).length;
    const refused = await send({}, ip);
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(14 * 60);
    expect(wait).toBeLessThanOrEqual(15 * 60);
    expect(await mails()).toHaveLength(before);
    expect((await send({}, '198.51.100.78')).status).toBe(200);
  });
});
