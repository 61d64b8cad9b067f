import { Transform, type TransformFnParams } from 'class-transformer';
import {
  IsBoolean,
  IsEmail,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
} from 'class-validator';
import {
  ADDRESS,
  ADDRESS_MAX,
  INVALID_TIN,
  NIGERIAN_TIN,
  normalizeLines,
  normalizeTin,
  normalizeEmail,
  HasVisibleLetter,
} from '../../common/http/fields';
import { MAX_ID } from '../../common/http/request.pipes';
import { EMAIL_MAX, PLAIN_EMAIL } from '../../users/users.types';
import { MAXIMUM_FUNDING } from '../../settings/settings.types';
import { toPlainText } from '../../common/text/plain-text';

/** An empty value resets a setting to its default. */
const blankToNull = ({ value }: TransformFnParams): unknown => {
  const text = typeof value === 'string' ? value.trim() : value;
  return text === '' ? null : text;
};

/** As `blankToNull`, for an address or a number. */
const plainOrNull = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string' ? toPlainText(value) || null : value;

/** Numbers may be sent as text. */
const numberOrNull = (params: TransformFnParams): unknown => {
  const value = plainOrNull(params);
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
};

/** Zero also resets amounts that cannot be zero. */
const zeroToNull = (params: TransformFnParams): unknown => {
  const number = numberOrNull(params);
  return number === 0 ? null : number;
};

const atMost = (name: string, limit: number) => ({
  message: `${name} must not exceed ${limit} characters`,
});
const SMTP_PORT = { message: 'SMTP port must be a number between 1 and 65535' };
const TOPUP_LOW = { message: 'Minimum topup must be at least ₦100' };
const TOPUP_HIGH = { message: 'Minimum topup must not exceed ₦1,000,000' };
const RATE_LOW = { message: 'Exchange rate must be at least 1' };
const RATE_HIGH = { message: 'Exchange rate must not exceed 10,000' };
const FUNDING_LIMIT = {
  message: 'Funding approval limit must be a whole number from 1 to 1,000,000,000',
};
const CORRECTION_LIMIT = {
  message: 'Correction approval limit must be a whole number between 1 and 1,000,000,000',
};
const REFERRAL_PERCENTAGE = {
  message: 'Referral percentage must be a whole number between 1 and 50',
};
const REFERRAL_MAXIMUM = {
  message: 'Referral maximum must be a whole number between 1 and 1,000,000',
};
const REFERRAL_MINIMUM = {
  message: 'Smallest referral top-up must be a whole number between 1 and 1,000,000',
};
const VAT = { message: 'VAT must be between 0 and 100 percent' };
const SELLER_NAME_MAX = 120;
const MARKUP = { message: 'Markup percentage must be between 0 and 100' };

/** class-validator's own IsNumber fails on numbers that are written with an exponent, such as 1e-7. */
const IsTwoDecimal = (message: string): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isTwoDecimal',
      validator: {
        validate: (value: unknown) =>
          Number.isFinite(value) && Number((value as number).toFixed(2)) === value,
      },
    },
    { message },
  );

/**
 * Fields that are left out stay as they are; null brings the default back. A secret sent back as it
 * was read, masked, stays as it is.
 */
export class SaveSettingsDto {
  /** Up to 255 characters. @example NairaProxy */
  @IsOptional()
  @Transform(blankToNull)
  @MaxLength(255, atMost('Site name', 255))
  @Matches(/^\P{Cc}*$/u, { message: 'Site name must be one line of text' })
  @HasVisibleLetter({ message: 'Site name must have a letter or digit' })
  @IsString()
  siteName?: string | null;

  /** Up to 500 characters. */
  @IsOptional()
  @Transform(blankToNull)
  @MaxLength(500, atMost('Site description', 500))
  @IsString()
  siteDescription?: string | null;

  /** Whether top-ups by card are offered. */
  @IsOptional()
  @IsBoolean()
  korapayEnabled?: boolean | null;

  /** Whether customers can have an account number of their own for bank transfers. The provider has to enable it for the shop. */
  @IsOptional()
  @IsBoolean()
  nairaAccountsEnabled?: boolean | null;

  /** Whether the checkout offers cards. With no way to pay switched on it offers all that the provider has enabled. */
  @IsOptional()
  @IsBoolean()
  cardChannel?: boolean | null;

  /** Whether the checkout offers bank transfers. */
  @IsOptional()
  @IsBoolean()
  bankTransferChannel?: boolean | null;

  /** Whether the checkout offers payment through the customer's bank. */
  @IsOptional()
  @IsBoolean()
  payWithBankChannel?: boolean | null;

  /** Whether the checkout offers mobile money. */
  @IsOptional()
  @IsBoolean()
  mobileMoneyChannel?: boolean | null;

  /** Up to 255 characters. */
  @IsOptional()
  @Transform(blankToNull)
  @MaxLength(255, atMost('Korapay public key', 255))
  @IsString()
  korapayPublicKey?: string | null;

  /** Up to 255 characters; returned masked. The previous key remains valid for webhooks for 72 hours. */
  @IsOptional()
  @Transform(blankToNull)
  @MaxLength(255, atMost('Korapay secret key', 255))
  @IsString()
  korapaySecretKey?: string | null;

  /** Whole naira, 100 to 1,000,000; 0 and null are 1,000. @example 1000 */
  @IsOptional()
  @Transform(zeroToNull)
  @Max(1_000_000, TOPUP_HIGH)
  @Min(100, TOPUP_LOW)
  @IsInt({ message: 'Minimum topup must be a whole number' })
  minimumTopup?: number | null;

  /** Naira for a US dollar, 1 to 10,000 with two decimals at most; 0 and null are 1,600. @example 1600 */
  @IsOptional()
  @Transform(zeroToNull)
  @Max(10_000, RATE_HIGH)
  @Min(1, RATE_LOW)
  @IsTwoDecimal('Exchange rate must be a number with two decimals at most')
  exchangeRate?: number | null;

  /** Whether the markup is added to prices. */
  @IsOptional()
  @IsBoolean()
  markupEnabled?: boolean | null;

  /** Percent, 0 to 100 with two decimals at most. @example 12.5 */
  @IsOptional()
  @Transform(zeroToNull)
  @Max(100, MARKUP)
  @Min(0, MARKUP)
  @IsTwoDecimal('Markup percentage must be a number with two decimals at most')
  markupPercentage?: number | null;

  /** Whether customers are rewarded for inviting others. */
  @IsOptional()
  @IsBoolean()
  referralsEnabled?: boolean | null;

  /** Percent of the invited customer's first sufficient top-up, 1 to 50; 0 and null are 10. @example 10 */
  @IsOptional()
  @Transform(zeroToNull)
  @Max(50, REFERRAL_PERCENTAGE)
  @Min(1, REFERRAL_PERCENTAGE)
  @IsInt(REFERRAL_PERCENTAGE)
  referralPercentage?: number | null;

  /** Most for one invited customer, whole naira, 1 to 1,000,000; 0 and null are 5,000. @example 5000 */
  @IsOptional()
  @Transform(zeroToNull)
  @Max(1_000_000, REFERRAL_MAXIMUM)
  @Min(1, REFERRAL_MAXIMUM)
  @IsInt(REFERRAL_MAXIMUM)
  referralMaximum?: number | null;

  /** Smallest top-up that counts, whole naira, 1 to 1,000,000; 0 and null are 1,000. @example 1000 */
  @IsOptional()
  @Transform(zeroToNull)
  @Max(1_000_000, REFERRAL_MINIMUM)
  @Min(1, REFERRAL_MINIMUM)
  @IsInt(REFERRAL_MINIMUM)
  referralMinimumTopup?: number | null;

  /** The shop as invoices name it, up to 120 characters; null is the site name. @example NairaProxy Ltd */
  @IsOptional()
  @Transform(blankToNull)
  @MaxLength(SELLER_NAME_MAX, atMost('Seller name', SELLER_NAME_MAX))
  @Matches(/^\P{Cc}*$/u, { message: 'Seller name must be one line of text' })
  @HasVisibleLetter({ message: 'Seller name must have a letter or digit' })
  @IsString()
  invoiceSellerName?: string | null;

  /** One to five lines separated by line feeds, up to 300 characters; null leaves it out. @example 12 Broad Street */
  @IsOptional()
  @Transform((params) => normalizeLines(params) || null)
  @MaxLength(ADDRESS_MAX, atMost('Seller address', ADDRESS_MAX))
  @Matches(ADDRESS, { message: 'Seller address must be one to five lines of text' })
  @IsString()
  invoiceSellerAddress?: string | null;

  /** Tax identification number on invoices; null leaves it out. @example 12345678-0001 */
  @IsOptional()
  @Transform(normalizeTin)
  @Matches(NIGERIAN_TIN, INVALID_TIN)
  @IsString()
  invoiceSellerTin?: string | null;

  /** Percent of VAT that prices include, 0 to 100 with two decimals at most; null is 7.5, 0 leaves VAT off invoices. @example 7.5 */
  @IsOptional()
  @Transform(numberOrNull)
  @Max(100, VAT)
  @Min(0, VAT)
  @IsTwoDecimal('VAT must be a number with two decimals at most')
  vatPercentage?: number | null;

  /** Whole naira, 1 to 1,000,000,000; 0 and null are 100,000. @example 100000 */
  @IsOptional()
  @Transform(zeroToNull)
  @Max(1_000_000_000, CORRECTION_LIMIT)
  @Min(1, CORRECTION_LIMIT)
  @IsInt(CORRECTION_LIMIT)
  correctionApprovalLimit?: number | null;

  /** Whole naira, 1 to 1,000,000,000; 0 and null are 1,000,000,000, the largest funding. @example 500000 */
  @IsOptional()
  @Transform(zeroToNull)
  @Max(MAXIMUM_FUNDING, FUNDING_LIMIT)
  @Min(1, FUNDING_LIMIT)
  @IsInt(FUNDING_LIMIT)
  fundingApprovalLimit?: number | null;

  /** Whether customers may use their proxies without a password from the addresses that they allow. */
  @IsOptional()
  @IsBoolean()
  addressAccessEnabled?: boolean | null;

  /** Up to 255 characters. @example smtp.example.com */
  @IsOptional()
  @Transform(plainOrNull)
  @MaxLength(255, atMost('SMTP host', 255))
  @Matches(/^[\w.:-]*$/, { message: 'SMTP host must be a host name or an address' })
  @IsString()
  smtpHost?: string | null;

  /** 1 to 65535. @example 587 */
  @IsOptional()
  @Transform(numberOrNull)
  @Max(65_535, SMTP_PORT)
  @Min(1, SMTP_PORT)
  @IsInt(SMTP_PORT)
  smtpPort?: number | null;

  /** An e-mail address of up to 255 characters. @example mail@example.com */
  @IsOptional()
  @Transform(plainOrNull)
  @IsEmail({}, { message: 'SMTP username must be a valid email address' })
  @MaxLength(255, atMost('SMTP username', 255))
  @IsString()
  smtpUsername?: string | null;

  /**
   * Up to 255 characters; returned masked. When host, port or username change and a password is
   * stored, it has to be sent again.
   */
  @IsOptional()
  @Transform(({ value }) => (value === '' ? null : value))
  @MaxLength(255, atMost('SMTP password', 255))
  @IsString()
  smtpPassword?: string | null;

  /** Whether SOCKS5 relays UDP for datacenter proxies, in force at every gateway within five seconds. */
  @IsOptional()
  @IsBoolean()
  udpDatacenter?: boolean | null;

  /** The same for residential proxies. */
  @IsOptional()
  @IsBoolean()
  udpResidential?: boolean | null;

  /** The same for mobile proxies. */
  @IsOptional()
  @IsBoolean()
  udpMobile?: boolean | null;

  /**
   * `version` of the settings as they were read. When others have changed them since, nothing is
   * saved: 409 with what they changed. Left out, nothing is compared. @example 7
   */
  @IsOptional()
  @Max(MAX_ID)
  @Min(0)
  @IsInt()
  version?: number;
}

export class TestEmailDto {
  /** Recipient. Defaults to your own address. @example admin@example.com */
  @IsOptional()
  @Transform(normalizeEmail)
  @MaxLength(EMAIL_MAX, { message: 'Please enter a valid email address' })
  @Matches(PLAIN_EMAIL, { message: 'Please enter a valid email address' })
  @IsEmail({}, { message: 'Please enter a valid email address' })
  to?: string;
}
