import type { Type } from '@nestjs/common';
import { CreateCouponDto } from '../../../src/payments/coupons/coupon.admin.dto';
import { SaveSettingsDto } from '../../../src/admin/settings/settings.dto';
import { CreateUserDto } from '../../../src/admin/users/users.dto';
import { CreateApiKeyDto } from '../../../src/auth/api-keys/api-keys.dto';
import { ConfirmEmailChangeDto } from '../../../src/auth/email/email.dto';
import { LoginDto, ReauthenticateDto } from '../../../src/auth/login/login.dto';
import { ChangePasswordDto, ResetCodeDto } from '../../../src/auth/password/password.dto';
import { RegisterDto } from '../../../src/auth/registration/registration.dto';
import {
  ConfirmTwoFactorDto,
  DisableTwoFactorDto,
} from '../../../src/auth/two-factor/two-factor.dto';
import { PoolPlaceQuery } from '../../../src/catalog/catalog.dto';
import { CountryGroupDto } from '../../../src/catalog/prices/price-list.dto';
import { PageQuery, SearchQuery } from '../../../src/common/http/pagination.dto';
import type { DomainError } from '../../../src/common/errors/domain-error';
import { validationPipe } from '../../../src/common/http/request.pipes';
import { CouponQuoteDto } from '../../../src/payments/coupons/coupons.dto';
import { OpenNairaAccountDto } from '../../../src/payments/naira-accounts/naira-accounts.dto';
import { InitializeTopupDto } from '../../../src/payments/topup/topup.dto';
import { AllowedAddressesDto } from '../../../src/proxies/allowed-addresses/allowed-addresses.dto';
import { ProxyListQuery } from '../../../src/proxies/proxies.dto';
import { ReplaceAddressDto } from '../../../src/proxies/stock-replacement/address-replacement.dto';
import { BlockTargetDto } from '../../../src/catalog/blocks/block.dto';
import { ContactDto } from '../../../src/account/support/support.dto';
import { UpdateNameDto } from '../../../src/users/users.dto';
import { SaveBillingDetailsDto } from '../../../src/wallet/invoices/invoice.dto';
import { StatementQuery } from '../../../src/wallet/wallet.dto';

const PASSWORD = 'ﬁfth–１２３\u200b';

/** What the application makes of a body, or the messages with which it refuses it. */
async function read(metatype: Type, body: object): Promise<object> {
  try {
    return (await validationPipe().transform(body, { type: 'body', metatype })) as object;
  } catch (error) {
    return { errors: (error as DomainError).details };
  }
}

describe('input', () => {
  const LETTERS = {
    email: 'ａda@example.com\u200b',
    typed: '\u202aWELCOME–２０\u202c',
    digits: '۱۲۳\u200b–٤٥６',
    address: '203.0.\u200b113.７',
  };
  const { email, typed, digits, address } = LETTERS;

  it.each<[Type, object, object]>([
    [
      LoginDto,
      { email, password: PASSWORD, code: digits },
      { email: 'ada@example.com', password: PASSWORD, code: '123-456' },
    ],
    [
      ReauthenticateDto,
      { password: PASSWORD, code: digits },
      { password: PASSWORD, code: '123-456' },
    ],
    [ConfirmTwoFactorDto, { code: digits }, { code: '123-456' }],
    [
      DisableTwoFactorDto,
      { password: PASSWORD, code: digits },
      { password: PASSWORD, code: '123-456' },
    ],
    [ResetCodeDto, { email, token: digits }, { email: 'ada@example.com', token: '123456' }],
    [
      ConfirmEmailChangeDto,
      { email, current_code: digits, new_code: '１２３ ４５６' },
      { current_code: '123456', new_code: '123456' },
    ],
    [CouponQuoteDto, { coupon: typed, amount: 1000 }, { coupon: 'WELCOME-20', amount: 1000 }],
    [
      InitializeTopupDto,
      { coupon: typed, amount: 1000, reference: 'reference-1', callback_url: '/' },
      { coupon: 'WELCOME-20' },
    ],
    [CreateCouponDto, { code: `${typed}a`, percent: 5 }, { code: 'WELCOME-20A', percent: 5 }],
    [
      RegisterDto,
      {
        name: 'Ada',
        email,
        password: PASSWORD,
        confirmPassword: PASSWORD,
        referral: '７KQ2\u2060M9XA',
      },
      { referral: '7KQ2M9XA', password: PASSWORD },
    ],
    [OpenNairaAccountDto, { bvn: '٢٢٢ ٢٢٢ ٢٢٢ ٢٢' }, { bvn: '22222222222' }],
    [
      AllowedAddressesDto,
      { addresses: [address], proxy_id: '１２' },
      { addresses: ['203.0.113.7'], proxy_id: 12 },
    ],
    [
      CreateApiKeyDto,
      { name: 'Key', scopes: ['read'], allowed_addresses: [address] },
      { allowed_addresses: ['203.0.113.7'] },
    ],
    [ReplaceAddressDto, { reason: 'dead', address }, { address: '203.0.113.7' }],
    [
      BlockTargetDto,
      { pattern: 'example.com', ports: '２５–３０', reason: 'A – b' },
      { ports: '25-30', reason: 'A – b' },
    ],
    [PoolPlaceQuery, { country_code: 'ＮＧ\u200b' }, { country_code: 'ng' }],
    [SearchQuery, { search: `\u200f${address}` }, { search: '203.0.113.7' }],
    [SearchQuery, { search: '\u200b' }, { search: undefined }],
    [ProxyListQuery, { search: address }, { search: '203.0.113.7' }],
    [StatementQuery, { search: 'PAY–１' }, { search: 'PAY-1' }],
    [PageQuery, { page: '２' }, { page: 2 }],
    [
      SaveSettingsDto,
      {
        smtpHost: 'mail.\u200bexample.com',
        smtpPort: '５８７',
        exchangeRate: '١٦٠٠.٥',
        invoiceSellerTin: '１２３４５６７８–0001',
      },
      {
        smtpHost: 'mail.example.com',
        smtpPort: 587,
        exchangeRate: 1600.5,
        invoiceSellerTin: '12345678-0001',
      },
    ],
    [
      ContactDto,
      { name: 'Ada – １', email, message: 'Ich – 👩\u200d💻 – １２３ ok' },
      { name: 'Ada – １', message: 'Ich – 👩\u200d💻 – １２３ ok' },
    ],
  ])('should be read as its author sees it: %p %j', async (dto, body, expected) => {
    expect(await read(dto, body)).toMatchObject(expected);
  });

  it('should leave passwords as they are', async () => {
    const passwords = {
      old_password: PASSWORD,
      new_password: PASSWORD,
      new_password_confirmation: PASSWORD,
    };
    expect(await read(ChangePasswordDto, passwords)).toEqual(passwords);
  });
});

describe('a name without a visible letter or digit', () => {
  const register = { email: 'a@example.com', password: PASSWORD, confirmPassword: PASSWORD };
  const contact = { name: 'Ada', email: 'a@example.com', message: 'A message of ten' };

  it.each<[Type, string, (name: string) => object]>([
    [RegisterDto, 'name', (name) => ({ ...register, name })],
    [UpdateNameDto, 'name', (name) => ({ name })],
    [CreateUserDto, 'name', (name) => ({ name, email: 'a@example.com', password: PASSWORD })],
    [ContactDto, 'name', (name) => ({ ...contact, name })],
    [ContactDto, 'company', (company) => ({ ...contact, company })],
    [CreateApiKeyDto, 'name', (name) => ({ name, scopes: ['read'] })],
    [SaveBillingDetailsDto, 'name', (name) => ({ name, address: '1 Marina' })],
    [SaveSettingsDto, 'siteName', (siteName) => ({ siteName })],
    [SaveSettingsDto, 'invoiceSellerName', (invoiceSellerName) => ({ invoiceSellerName })],
    [CountryGroupDto, 'name', (name) => ({ name, countries: ['ng'] })],
  ])('should be refused by %p in %s', async (dto, field, body) => {
    for (const name of ['\u3164\u3164', '--'])
      expect(await read(dto, body(name))).toEqual({ errors: { [field]: [expect.any(String)] } });
    expect(await read(dto, body('\u3164A1'))).toMatchObject({ [field]: '\u3164A1' });
  });
});
