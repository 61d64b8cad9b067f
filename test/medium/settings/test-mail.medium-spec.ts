import { createServer, type AddressInfo } from 'node:net';
import { MailService } from '../../../src/mail/mail.service';
import { SettingsService } from '../../../src/settings/settings.service';
import { freePort } from '../../support/ports';
import { AdminTestApp, type TestUser } from '../admin/admin-test-app';
import { startMailServer, type MailServer } from '../mail/mail-test-app';

describe('Settings test mail', () => {
  let testApp: AdminTestApp;
  let admin: TestUser;
  let server: MailServer;

  beforeAll(async () => {
    testApp = await AdminTestApp.open();
    admin = await testApp.createUser('admin');
    server = await startMailServer();
  });
  afterEach(async () => {
    server.refuseWith = null;
    await testApp.sql('DELETE FROM setting');
    testApp.app.get(SettingsService).invalidateCache();
  });
  afterAll(async () => {
    await server?.close();
    await testApp.close();
  });

  const save = (body: object) => testApp.call(admin, 'PUT', '/admin/system/settings', body);

  describe('POST test-email', () => {
    const test = (body: object = {}) =>
      testApp.call(admin, 'POST', '/admin/system/settings/test-email', body);

    // spec: A2.76
    it('should be sent to the admin or to the given address', async () => {
      await save({ smtpHost: '127.0.0.1', smtpPort: server.port });
      expect((await test()).body).toEqual({
        success: true,
        message: `Test email sent to ${admin.email}.`,
      });
      await test({ to: 'Else@example.com' });
      const received = server.received.flatMap(({ to }) => to);
      expect(received).toEqual([admin.email, 'else@example.com']);
    });

    // spec: A2.76
    it('should report the reply of a mail server that refuses it', async () => {
      server.refuseWith = { code: 550, text: 'No such mailbox' };
      await save({ smtpHost: '127.0.0.1', smtpPort: server.port });
      const { status, body } = await test();
      expect([status, body.code]).toEqual([502, 'MAIL_TEST_FAILED']);
      expect(body.message).toContain('No such mailbox');
    });

    // spec: A8.35
    it('should report a refused connection', async () => {
      await save({ smtpHost: '127.0.0.1', smtpPort: await freePort() });
      const { status, body } = await test();
      expect(status).toBe(502);
      expect(body.message).toContain('ECONNREFUSED');
    });

    // spec: A7.29
    it('should not disclose the reply of a service other than SMTP', async () => {
      const otherServer = createServer((socket) =>
        socket.end('SSH-2.0-OpenSSH_9.9 secret-host\r\n'),
      );
      await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
      await save({ smtpHost: '127.0.0.1', smtpPort: (otherServer.address() as AddressInfo).port });
      const { status, body } = await test();
      await new Promise((resolve) => otherServer.close(resolve));
      expect(status).toBe(502);
      expect(body.message).toBe(
        'The test failed: EPROTOCOL: What answers there does not speak SMTP.',
      );
      const [row] = await testApp.sql<{ details: string }>(
        `SELECT details FROM audit_log WHERE action = 'settings.mail_tested'
         ORDER BY id DESC LIMIT 1`,
      );
      expect(row!.details).not.toContain('secret-host');
    });

    it('should be delivered to the sandbox inbox without a mail server', async () => {
      expect((await test()).status).toBe(200);
      const [mail] = await testApp.app.get(MailService).inbox({ to: admin.email });
      expect(mail).toMatchObject({ subject: 'Test email from NairaProxy' });
    });

    it('should refuse an invalid address', async () => {
      expect((await test({ to: 'nobody' })).status).toBe(422);
    });
  });
});
