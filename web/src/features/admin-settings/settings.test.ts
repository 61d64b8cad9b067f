import { systemSettings } from '@/testing/staff';
import {
  changedSettings,
  SETTING_NAMES,
  toDraft,
  toRequest,
  validateSettings,
  type Draft,
} from './settings';

const settings = systemSettings({ korapayPublicKey: 'pk', smtpHost: null, smtpUsername: null });
const draft = toDraft(settings);
const problem = (change: Partial<Draft>): Record<string, string> =>
  validateSettings({ ...draft, ...change });

describe('settings', () => {
  it('are valid as saved', () => expect(validateSettings(draft)).toEqual({}));

  it.each<[Partial<Draft>, Record<string, string>]>([
    [{ siteName: 'x'.repeat(255) }, {}],
    [{ siteName: 'x'.repeat(256) }, { siteName: 'Site name must not exceed 255 characters' }],
    [{ siteDescription: 'x'.repeat(500) }, {}],
    [
      { siteDescription: 'x'.repeat(501) },
      { siteDescription: 'Site description must not exceed 500 characters' },
    ],
    [
      { korapayPublicKey: 'x'.repeat(256) },
      { korapayPublicKey: 'Korapay public key must not exceed 255 characters' },
    ],
    [
      { korapaySecretKey: 'x'.repeat(256) },
      { korapaySecretKey: 'Korapay secret key must not exceed 255 characters' },
    ],
    [{ minimumTopup: '100' }, {}],
    [{ minimumTopup: '1000000' }, {}],
    [{ minimumTopup: '99' }, { minimumTopup: 'Minimum topup must be at least ₦100' }],
    [{ minimumTopup: '1000001' }, { minimumTopup: 'Minimum topup must not exceed ₦1,000,000' }],
    [{ minimumTopup: '150.5' }, { minimumTopup: 'Minimum topup must be a whole number' }],
    [{ minimumTopup: '' }, {}],
    [{ minimumTopup: '0' }, {}],
    [{ exchangeRate: '1' }, {}],
    [{ exchangeRate: '1600.55' }, {}],
    [{ exchangeRate: '0.5' }, { exchangeRate: 'Exchange rate must be at least 1' }],
    [{ exchangeRate: '10000.01' }, { exchangeRate: 'Exchange rate must not exceed 10,000' }],
    [
      { exchangeRate: '1.005' },
      { exchangeRate: 'Exchange rate must be a number with two decimals at most' },
    ],
    [{ markupPercentage: '100' }, {}],
    [
      { markupPercentage: '101' },
      { markupPercentage: 'Markup percentage must be between 0 and 100' },
    ],
    [
      { markupPercentage: '-1' },
      { markupPercentage: 'Markup percentage must be between 0 and 100' },
    ],
    [{ referralPercentage: '50', referralMaximum: '1', referralMinimumTopup: '1000000' }, {}],
    [
      { referralPercentage: '51' },
      { referralPercentage: 'Referral percentage must be a whole number between 1 and 50' },
    ],
    [
      { referralMaximum: '1.5' },
      { referralMaximum: 'Referral maximum must be a whole number between 1 and 1,000,000' },
    ],
    [
      { referralMinimumTopup: '1000001' },
      {
        referralMinimumTopup:
          'Smallest referral top-up must be a whole number between 1 and 1,000,000',
      },
    ],
    [{ trialMegabytes: '0' }, {}],
    [
      { trialMegabytes: '1001' },
      { trialMegabytes: 'Free trial must be a whole number between 0 and 1,000' },
    ],
    [{ refundWindowDays: '0', refundMaximumUsedPercent: '0' }, {}],
    [
      { refundWindowDays: '31' },
      { refundWindowDays: 'Refund window must be a whole number between 0 and 30' },
    ],
    [{ invoiceSellerTin: ' 12345678 - 0001' }, {}],
    [{ invoiceSellerTin: '1234567890123', invoiceSellerAddress: 'a\nb\n\nc\nd\ne' }, {}],
    [
      { invoiceSellerTin: '1234-1' },
      { invoiceSellerTin: 'A TIN looks like 12345678-0001, or has 10 to 13 digits' },
    ],
    [
      { invoiceSellerAddress: 'a\nb\nc\nd\ne\nf' },
      { invoiceSellerAddress: 'Seller address must be one to five lines of text' },
    ],
    [
      { invoiceSellerName: 'x'.repeat(121) },
      { invoiceSellerName: 'Seller name must not exceed 120 characters' },
    ],
    [{ rcNumber: 'RC 1234567' }, {}],
    [{ rcNumber: '12 Broad' }, { rcNumber: 'RC number must be the digits of the registration' }],
    [{ vatPercentage: '0' }, {}],
    [{ vatPercentage: '101' }, { vatPercentage: 'VAT must be between 0 and 100 percent' }],
    [
      { vatPercentage: '7.505' },
      { vatPercentage: 'VAT must be a number with two decimals at most' },
    ],
    [{ smtpHost: 'x'.repeat(256) }, { smtpHost: 'SMTP host must not exceed 255 characters' }],
    [{ smtpPort: '65535' }, {}],
    [{ smtpPort: '0' }, { smtpPort: 'SMTP port must be a number between 1 and 65535' }],
    [{ smtpPort: '65536' }, { smtpPort: 'SMTP port must be a number between 1 and 65535' }],
    [{ smtpPort: '25x' }, { smtpPort: 'SMTP port must be a number between 1 and 65535' }],
    [{ smtpUsername: 'mail@example.com' }, {}],
    [{ smtpUsername: 'mail' }, { smtpUsername: 'SMTP username must be a valid email address' }],
    [
      { smtpPassword: 'x'.repeat(256) },
      { smtpPassword: 'SMTP password must not exceed 255 characters' },
    ],
  ])('validates %j with the errors %j', (change, found) => expect(problem(change)).toEqual(found));

  it('report each invalid setting', () => {
    expect(Object.keys(problem({ siteName: 'x'.repeat(300), smtpPort: '0' }))).toEqual([
      'siteName',
      'smtpPort',
    ]);
  });

  it('are sent as numbers, with null for empty values and zeros', () => {
    const edited: Draft = {
      ...draft,
      siteName: ' Shop ',
      siteDescription: '  ',
      minimumTopup: '0',
      exchangeRate: '1650.5',
      markupPercentage: '0',
      smtpPort: '2525',
    };
    expect(toRequest(edited, SETTING_NAMES, 7)).toMatchObject({
      siteName: 'Shop',
      siteDescription: null,
      korapaySecretKey: '••••••••',
      minimumTopup: null,
      exchangeRate: 1650.5,
      markupPercentage: null,
      smtpPort: 2525,
      smtpHost: null,
    });
  });

  it('send a VAT of zero as zero, and an empty one as null', () => {
    const sent = (vatPercentage: string) =>
      toRequest({ ...draft, vatPercentage }, ['vatPercentage'], 7).vatPercentage;
    expect(['0', ' 5.5 ', ' '].map(sent)).toEqual([0, 5.5, null]);
  });

  it('send a password with its spaces, but spaces alone as null', () => {
    const sent = (smtpPassword: string) =>
      toRequest({ ...draft, smtpPassword }, ['smtpPassword'], 7);
    expect(sent(' pass word ')).toEqual({ smtpPassword: ' pass word ', version: 7 });
    expect(sent('  ')).toEqual({ smtpPassword: null, version: 7 });
    expect(problem({ smtpPassword: ` ${'x'.repeat(255)}` })).toHaveProperty('smtpPassword');
  });

  it('list those that differ from the saved values', () => {
    expect(changedSettings(draft, draft)).toEqual([]);
    expect(changedSettings(draft, { ...draft, siteName: 'X', markupEnabled: true })).toEqual([
      'siteName',
      'markupEnabled',
    ]);
  });
});
