import { UnitOfWork } from '../../../src/database/unit-of-work';
import { UsersService } from '../../../src/users/users.service';
import { useCustomerApi, type Customer } from '../../support/customer-api';
import { waitForLockWaits } from '../../support/lock-waits';

jest.setTimeout(60_000);

const DETAILS = {
  name: 'Ṣọlá Ventures Ltd',
  address: '12 Broad Street\nLagos Island\nLagos',
  tin: '12345678-0001',
  email: 'accounts@example.com',
};

describe('Billing details', () => {
  const api = useCustomerApi();
  let ada: Customer;
  beforeEach(async () => {
    ada = await api.customer('Ṣọlá Ɓello');
  });

  const saveDetails = (body: object = DETAILS) =>
    api.call('PUT', '/user/billing-details', { token: ada.token, body });

  it('should be empty at first, replaced as a whole and kept for the owner', async () => {
    const read = () => api.call('GET', '/user/billing-details', { token: ada.token });
    expect((await read()).body.data).toEqual({ billing_details: null });
    const saved = await saveDetails({
      ...DETAILS,
      name: ' Ṣọlá Ventures Ltd ',
      address: ' 12 Broad Street \r\n\r\nLagos Island\nLagos\n',
      tin: ' 12345678 - 0001',
      email: 'Accounts@Example.com',
    });
    expect([saved.status, saved.body.data]).toEqual([200, { billing_details: DETAILS }]);
    expect((await read()).body.data).toEqual({ billing_details: DETAILS });
    await saveDetails({ name: 'Ada', address: 'Ikeja', tin: '', email: '' });
    expect((await read()).body.data).toEqual({
      billing_details: { name: 'Ada', address: 'Ikeja', tin: null, email: null },
    });
    const { token } = await api.customer();
    expect((await api.call('GET', '/user/billing-details', { token })).body.data).toEqual({
      billing_details: null,
    });
  });

  it.each([
    ['name', ' '],
    ['name', 'x'.repeat(121)],
    ['name', 'two\nlines'],
    ['address', ' \n '],
    ['address', 'a\nb\nc\nd\ne\nf'],
    ['address', 'x'.repeat(301)],
    ['tin', '1234567-0001'],
    ['tin', '123456789'],
    ['tin', '12345678901234'],
    ['email', 'nobody'],
  ])('should refuse as %s %j', async (field, value) => {
    const { status, body } = await saveDetails({ ...DETAILS, [field]: value });
    expect([status, Object.keys(body.errors!)]).toEqual([422, [field]]);
  });

  it.each(['12345678-0001', '1234567890', '1234567890123'])(
    'should take the TIN %s',
    async (tin) => {
      expect((await saveDetails({ ...DETAILS, tin })).status).toBe(200);
    },
  );

  it('should not be saved by a call that was let in before the account was deleted', async () => {
    const users = api.app.get(UsersService, { strict: false });
    let release = () => {};
    const barrier = new Promise<void>((resolve) => (release = resolve));
    const closing = api.app.get(UnitOfWork).run(async () => {
      await users.lock(ada.id);
      await api.app
        .get(UnitOfWork)
        .manager.query(`UPDATE users SET closed_at = now() WHERE id = $1`, [ada.id]);
      await barrier;
    });
    const saving = saveDetails();
    await waitForLockWaits(api, 1);
    release();
    await closing;
    expect((await saving).status).toBe(401);
    expect(await api.sql(`SELECT FROM billing_details WHERE user_id = $1`, [ada.id])).toEqual([]);
  });
});
