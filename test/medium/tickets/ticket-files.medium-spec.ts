import { AppConfig } from '../../../src/config/app-config';
import { toReplyAddress } from '../../../src/tickets/mail/reply-address';
import type { Customer, CustomerApi } from '../../support/customer-api';
import { openTicketsApi, type TicketsApi } from './tickets-test-app';

const SECRET = 'the-secret-of-the-mail-server-1234';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('Tickets with files, canned replies and mail', () => {
  let tickets: TicketsApi;
  let api: CustomerApi;
  let ada: Customer;
  let bola: Customer;
  let chief: Customer;

  beforeAll(async () => {
    tickets = await openTicketsApi({
      SUPPORT_REPLY_ADDRESS: 'reply@shop.example',
      SUPPORT_INBOUND_SECRET: SECRET,
    });
    ({ api, bola, chief } = tickets);
  });
  beforeEach(async () => {
    ada = await api.customer();
  });
  afterAll(() => api.close());

  const call: TicketsApi['call'] = (...args) => tickets.call(...args);
  const open = (who = ada, over: object = {}) => tickets.open(who, over);
  const answer: TicketsApi['answer'] = (...args) => tickets.answer(...args);

  const send = async (
    path: string,
    payload: Buffer,
    headers: Record<string, string>,
  ): Promise<{
    status: number;
    body: { code?: string; message?: string; data?: { id: number } };
  }> => {
    const reply = await api.app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers });
    return { status: reply.statusCode, body: reply.json() };
  };
  const upload = (who: Customer, name: string, content: Buffer, area = '/tickets') =>
    send(`${area}/attachments?name=${encodeURIComponent(name)}`, content, {
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/octet-stream',
    });

  describe('attachments', () => {
    it('should keep a file with a message, as a download for the account and for staff', async () => {
      const file = (await upload(ada, 'Bildschirm ü"1".png', PNG)).body.data!;
      expect(file).toEqual({
        ...{ id: expect.any(Number), name: 'Bildschirm ü_1_.png' },
        ...{ type: 'image/png', size: PNG.length },
      });
      const ticket = (await open(ada, { attachment_ids: [file.id] })).data;
      expect(ticket.messages).toMatchObject([{ attachments: [file] }]);
      const path = `/tickets/attachments/${file.id}`;
      const got = await api.call('GET', path, { token: ada.token });
      expect(got.raw).toEqual(PNG);
      expect(got.headers).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': 'attachment; filename="Bildschirm _1_.png"'.replace(' _1', ' __1'),
        'x-content-type-options': 'nosniff',
      });
      expect((await api.call('GET', `/admin${path}`, { token: bola.token })).raw).toEqual(PNG);
      const eve = await api.customer('Eve');
      expect((await call(eve, 'GET', path)).status).toBe(404);
      const other = await open(eve, { attachment_ids: [file.id] });
      expect([other.status, other.body.code]).toEqual([404, 'ATTACHMENT_NOT_FOUND']);
    });

    it('should hide files of notes from the customer', async () => {
      const { id } = (await open()).data;
      const file = (await upload(bola, 'note.txt', Buffer.from('secret'), '/admin/tickets')).body
        .data!;
      await answer(bola, id, { internal: true, attachment_ids: [file.id] });
      expect((await call(ada, 'GET', `/tickets/attachments/${file.id}`)).status).toBe(404);
    });

    it('should judge a file by its content, and refuse what is too large or too much', async () => {
      const html = await upload(ada, 'page.png', Buffer.from('<script>alert(1)</script>'));
      expect(html.body.data).toMatchObject({ type: 'text/plain' });
      for (const content of [Buffer.from('MZ\x90\0\x03\0'), Buffer.from([0xff, 0xfe, 0, 1])])
        expect(await upload(ada, 'photo.png', content)).toMatchObject({
          status: 422,
          body: { code: 'ATTACHMENT_TYPE' },
        });
      expect((await upload(ada, 'big.txt', Buffer.alloc(5 * 1024 * 1024 + 1, 97))).status).toBe(
        413,
      );
      for (let n = 0; n < 9; n += 1) await upload(ada, 'a.txt', Buffer.from('a'));
      expect(await upload(ada, 'a.txt', Buffer.from('a'))).toMatchObject({
        status: 409,
        body: { code: 'TOO_MANY_ATTACHMENTS' },
      });
    });
  });

  describe('canned replies', () => {
    it('should be kept by those who answer tickets, each title once', async () => {
      const path = '/admin/canned-replies';
      const added = await call(bola, 'POST', path, { title: 'Slow', body: 'Hello {name}' });
      expect(added).toMatchObject({ status: 201, data: { title: 'Slow', body: 'Hello {name}' } });
      const again = await call(chief, 'POST', path, { title: 'slow', body: 'x' });
      expect(again).toMatchObject({
        status: 422,
        body: { errors: { title: [expect.any(String)] } },
      });
      const one = `${path}/${added.data.id}`;
      expect((await call(chief, 'PUT', one, { title: 'Slower', body: 'y' })).status).toBe(200);
      expect((await call(bola, 'GET', path)).body.data).toEqual({
        replies: [{ id: added.data.id, title: 'Slower', body: 'y' }],
      });
      expect((await api.call('DELETE', one, { token: chief.token })).status).toBe(200);
      expect((await api.call('DELETE', one, { token: chief.token })).status).toBe(404);
    });
  });

  describe('answers by mail', () => {
    let serial = 0;
    const replyTo = async (id: number, who = ada) =>
      toReplyAddress(api.app.get(AppConfig), id, who.email)!;
    const mail = (to: string, over: Record<string, string> = {}, text = 'It works.\n\nThank you') =>
      Buffer.from(
        Object.entries({
          ...{ From: `Ada <${ada.email.toUpperCase()}>`, To: to, Subject: 'Re: x' },
          ...{
            'Message-ID': `<m${(serial += 1)}@example.com>`,
            'Content-Type': 'text/plain',
            ...over,
          },
        })
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('') +
          `\r\n${text}\r\n\r\nOn Monday, Bola <b@shop.example> wrote:\r\n> Try again\r\n`,
      );
    const deliver = async (raw: Buffer, secret = SECRET) =>
      send('/tickets/inbound', raw, {
        'content-type': 'message/rfc822',
        'x-inbound-secret': secret,
      });

    it('should add the answer of the customer, without the quoted mail, once', async () => {
      const { id } = (await open()).data;
      await answer(bola, id);
      const raw = mail(await replyTo(id));
      expect(await deliver(raw)).toMatchObject({ status: 200, body: { message: 'Received' } });
      expect((await deliver(raw)).body.message).toBe('Ignored: repeated');
      const { status, messages } = (await call(ada, 'GET', `/tickets/${id}`)).data;
      expect(status).toBe('open');
      expect(messages.slice(2)).toMatchObject([
        { is_staff: false, body: 'It works.\n\nThank you' },
      ]);
    });

    it('should ignore other senders, forged tokens, other tickets and automatic mails', async () => {
      const { id } = (await open()).data;
      const other = (await open()).data.id;
      const to = await replyTo(id);
      const ignored = async (raw: Buffer) => (await deliver(raw)).body.message;
      expect(await ignored(mail(to, { From: 'eve@example.com' }))).toBe('Ignored: unknown');
      expect(await ignored(mail(to.replace(`+${id}-`, `+${other}-`)))).toBe('Ignored: unknown');
      expect(await ignored(mail(to.replace(/[0-9a-f]@/, '_@')))).toBe('Ignored: unknown');
      for (const header of [
        { 'Auto-Submitted': 'auto-replied' },
        { Precedence: 'bulk' },
        { 'List-Id': '<l.example>' },
        { From: 'MAILER-DAEMON@example.com' },
      ] as Record<string, string>[])
        expect(await ignored(mail(to, header))).toBe('Ignored: automatic');
      await api.sql(`UPDATE users SET status = 'suspended' WHERE id = $1`, [ada.id]);
      expect(await ignored(mail(to))).toBe('Ignored: unknown');
      await api.sql(`UPDATE users SET status = 'active' WHERE id = $1`, [ada.id]);
      expect((await call(ada, 'GET', `/tickets/${id}`)).data.messages).toHaveLength(1);
      expect((await deliver(mail(to), 'wrong')).status).toBe(401);
    });

    it('should keep files that it may, and tell of the others', async () => {
      const { id } = (await open()).data;
      const part = (name: string, content: Buffer) =>
        `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\n` +
        `Content-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}\r\n`;
      const raw =
        `From: ${ada.email}\r\nTo: ${await replyTo(id)}\r\nMIME-Version: 1.0\r\n` +
        `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee the picture.\r\n` +
        `${part('a.png', PNG)}${part('b.exe', Buffer.from('MZ\x90\0\x03\0'))}--b--\r\n`;
      expect((await deliver(Buffer.from(raw))).body.message).toBe('Received');
      const [, added] = (await call(ada, 'GET', `/tickets/${id}`)).data.messages;
      expect(added).toMatchObject({
        body: expect.stringMatching(/^See the picture\.\n\n\[An attachment was left out/),
        attachments: [{ name: 'a.png', type: 'image/png' }],
      });
    });
  });
});
