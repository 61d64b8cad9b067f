import { SettingsService } from '../../../src/settings/settings.service';
import { usePaymentsTestApp } from './payments-test-app';

describe('Ways to pay a top-up', () => {
  let user: number;

  const app = usePaymentsTestApp();
  beforeAll(async () => {
    user = await app.insertUser();
  });

  const findCharge = (reference: string) =>
    app.row<Record<string, unknown>>(
      'SELECT id, channels, default_channel FROM sandbox.charge WHERE reference = $1',
      [reference],
    );
  const start = async (over: object = {}) => {
    const body = app.buildTopup(over as Record<string, unknown>);
    return { reference: body.reference, answer: await app.initialize(body, user) };
  };
  const offer = async (...channels: string[]) => {
    for (const key of ['card', 'bankTransfer', 'payWithBank', 'mobileMoney'])
      await app.sql(
        `INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2`,
        [`${key}Channel`, String(channels.includes(key))],
      );
    app.get(SettingsService).invalidateCache();
  };

  it('should be the ones of the shop, and the chosen one is paid with and shown', async () => {
    const { reference, answer } = await start({ channel: 'bank_transfer' });
    expect(answer.status).toBe(200);
    const charge = await findCharge(reference);
    expect(charge).toMatchObject({
      channels: ['card', 'bank_transfer', 'pay_with_bank'],
      default_channel: 'bank_transfer',
    });
    const pay = `/sandbox/korapay/checkout/${String(charge.id)}/pay`;
    const page = await app.call('GET', pay);
    expect(String(page.body)).toMatch(/<option value="bank_transfer">[\s\S]*<option value="card">/);
    await app.call('POST', pay, { body: { outcome: 'success' } });
    await app.verify(reference, user);
    expect(await app.getPayment(reference)).toMatchObject({
      status: 'successful',
      payment_method: 'bank_transfer',
      booked: 1,
    });
  });

  it.each([
    ['mobile_money', 'This way to pay is not offered. Choose another.'],
    ['cash', 'Choose one of the offered ways to pay'],
  ])('should refuse %s and store nothing', async (channel, text) => {
    const { reference, answer } = await start({ channel });
    expect(answer).toMatchObject({ status: 422, body: { errors: { channel: [text] } } });
    expect(await app.getPayment(reference)).toBeUndefined();
  });

  it('should be left to the provider when the shop chose none', async () => {
    await offer();
    const { reference, answer } = await start();
    expect(answer.status).toBe(200);
    expect(await findCharge(reference)).toMatchObject({ channels: [], default_channel: null });
    expect((await start({ channel: 'card' })).answer.status).toBe(422);
  });
});
