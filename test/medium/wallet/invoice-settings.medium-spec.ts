import { useCustomerApi } from '../../support/customer-api';

jest.setTimeout(60_000);

const DEFAULTS = {
  invoiceSellerName: 'NairaProxy',
  invoiceSellerAddress: '',
  invoiceSellerTin: null,
  rcNumber: null,
  vatPercentage: 7.5,
};

describe('Settings of invoices', () => {
  const api = useCustomerApi();
  let token: string;

  beforeAll(async () => {
    const staff = await api.customer('Ngozi');
    await api.sql(`UPDATE users SET role = 'admin' WHERE id = $1`, [staff.id]);
    token = await api.signIn(staff.id);
  });

  const save = (body: object) => api.call('PUT', '/admin/system/settings', { token, body });
  const read = async () => {
    const { body } = await api.call('GET', '/admin/system/settings', { token });
    return (body.data as unknown as { settings: Record<string, unknown> }).settings;
  };

  it('should have defaults that need nothing from staff', async () => {
    expect(await read()).toMatchObject(DEFAULTS);
    await save({ siteName: 'Another Shop' });
    expect((await read()).invoiceSellerName).toBe('Another Shop');
    await save({ siteName: null });
  });

  it('should save them in their canonical form, zero VAT as zero, and return to the defaults', async () => {
    const { status } = await save({
      invoiceSellerName: ' Naira Ltd ',
      invoiceSellerAddress: ' 1 Marina\r\n\n Lagos ',
      invoiceSellerTin: '12345678 - 0001',
      rcNumber: 'RC 1234567',
      vatPercentage: '0',
    });
    expect(status).toBe(200);
    expect(await read()).toMatchObject({
      invoiceSellerName: 'Naira Ltd',
      invoiceSellerAddress: '1 Marina\nLagos',
      invoiceSellerTin: '12345678-0001',
      rcNumber: '1234567',
      vatPercentage: 0,
    });
    await save({
      invoiceSellerName: '',
      invoiceSellerAddress: ' ',
      invoiceSellerTin: '',
      rcNumber: 'RC',
      vatPercentage: null,
    });
    expect(await read()).toMatchObject(DEFAULTS);
  });

  it.each([
    ['invoiceSellerName', 'x'.repeat(121)],
    ['invoiceSellerName', 'two\nlines'],
    ['invoiceSellerAddress', 'a\nb\nc\nd\ne\nf'],
    ['invoiceSellerAddress', 'x'.repeat(301)],
    ['invoiceSellerTin', '1234'],
    ['rcNumber', '12 Broad'],
    ['vatPercentage', 100.01],
    ['vatPercentage', -1],
    ['vatPercentage', 7.505],
    ['vatPercentage', 'much'],
  ])('should refuse as %s %j', async (field, value) => {
    const { status, body } = await save({ [field]: value });
    expect([status, Object.keys(body.errors!)]).toEqual([422, [field]]);
  });
});
