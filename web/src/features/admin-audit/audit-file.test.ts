import type { AuditLog } from './audit-log';
import { auditFile, auditFileName } from './audit-page';

const log: AuditLog = {
  id: 7,
  timestamp: '2026-11-20T10:00:00.000Z',
  user_id: 1,
  user: '=HYPERLINK("http://evil")',
  userRole: 'admin',
  action: 'user.created',
  category: 'user',
  target: 'user:9',
  details: 'Added user Ada, "the first"',
  ipAddress: '127.0.0.1',
  userAgent: 'curl',
  severity: 'medium',
  changes: null,
};

describe('the client-side audit export', () => {
  it('should have the columns of the server’s file and escape formulas', async () => {
    const text = await auditFile([log], 'csv').text();
    const [header, row] = text.replace('\uFEFF', '').split('\r\n');
    expect(header).toBe(
      'ID,Timestamp,User,User Role,Action,Category,Target,Details,IP Address,User Agent,Severity',
    );
    expect(row).toBe(
      `7,2026-11-20T10:00:00.000Z,"'=HYPERLINK(""http://evil"")",admin,user.created,user,user:9,"Added user Ada, ""the first""",127.0.0.1,curl,medium`,
    );
  });

  it('should contain all fields as JSON', async () => {
    expect(JSON.parse(await auditFile([log], 'json').text())).toEqual([log]);
  });

  it('should be named by day', () => {
    expect(auditFileName('csv', '2026-11-20')).toBe('audit-logs-2026-11-20.csv');
  });
});
