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

    it('should report the reply of a mail server that refuses it', async () => {
      server.refuseWith = { code: 550, text: 'No such mailbox' };
      await save({ smtpHost: '127.0.0.1', smtpPort: server.port });
      const { status, body } = await test();
      expect([status, body.code]).toEqual([502, 'MAIL_TEST_FAILED']);
      expect(body.message).toContain('No such mailbox');
    });

    const NO_ANSWER =
      'The test failed: No mail server answered at the saved host and port. Check them, or the firewall in between; the server’s log has the details.';

    it('should answer a closed port, an unknown host and another protocol alike', async () => {
      const otherServer = createServer((socket) =>
        socket.end('SSH-2.0-OpenSSH_9.9 secret-host\r\n'),
      );
      await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
      const { port } = otherServer.address() as AddressInfo;
      const answers: [number, string][] = [];
      for (const place of [
        { smtpHost: '127.0.0.1', smtpPort: await freePort() },
        { smtpHost: '127.0.0.1', smtpPort: port },
        { smtpHost: 'nowhere.invalid', smtpPort: port },
      ]) {
        await save(place);
        const { status, body } = await test();
        answers.push([status, body.message]);
      }
      await new Promise((resolve) => otherServer.close(resolve));
      expect(answers).toEqual(Array.from({ length: 3 }, () => [502, NO_ANSWER]));
      const rows = await testApp.sql<{ details: string }>(
        `SELECT DISTINCT details FROM audit_log
         WHERE action = 'settings.mail_tested' AND details LIKE '%No mail server%'`,
      );
      expect(rows).toHaveLength(1);
    });

    it('should fail without a mail server, and say so', async () => {
      const { status, body } = await test();
      expect([status, body.errors]).toEqual([
        422,
        { smtpHost: ['No mail server is set. Enter an SMTP host and save it, then test again.'] },
      ]);
      expect(await testApp.app.get(MailService).inbox({ to: admin.email })).toEqual([]);
    });

    it.each(['nobody', '"a b"@example.com', '"quoted"@example.com'])(
      'should refuse the address %s',
      async (to) => {
        await save({ smtpHost: '127.0.0.1', smtpPort: server.port });
        const { status, body } = await test({ to });
        expect([status, body.errors]).toEqual([
          422,
          { to: ['Please enter a valid email address'] },
        ]);
      },
    );
  });
});
