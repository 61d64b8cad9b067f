import { createHmac } from 'node:crypto';
import { openBook } from '../../../test/support/account-book';
import type { AccountBook } from './account-book';
import { Admission } from './admission';

describe('Admission', () => {
  const admissionTo = (book: AccountBook) =>
    new Admission(
      book,
      { passwordKey: Buffer.alloc(32), maxConnectionsPerProxy: 9 },
      () => undefined,
      () => 0,
    );
  const digest = createHmac('sha256', Buffer.alloc(32)).update('pw').digest();

  it('opens nothing for a proxy that went while its client had yet to say where to', async () => {
    const { source, book } = openBook();
    source.put(1, { digest });
    const admission = admissionTo(book);
    const grant = await admission.authenticate('u1', 'pw');
    source.rows.clear();
    await book.invalidate(1);
    expect(await book.find('u1')).toBeNull();
    expect(() => admission.open(grant, 'socks5')).toThrow(
      expect.objectContaining({ reason: 'UNAVAILABLE' }),
    );
  });

  it('counts nothing on an account that was forgotten meanwhile', async () => {
    const { source, book } = openBook();
    for (const id of [1, 2, 3, 4]) source.put(id, { digest });
    const admission = admissionTo(book);
    const grant = await admission.authenticate('u1', 'pw');
    for (const id of [2, 3, 4]) await book.find(`u${id}`);
    expect(() => admission.open(grant, 'socks5')).toThrow(
      expect.objectContaining({ reason: 'UNAVAILABLE' }),
    );
    const again = admission.open(await admission.authenticate('u1', 'pw'), 'socks5');
    again.take('up', 5);
    expect([...book.accounts()]).toContain(again.account);
  });
});
