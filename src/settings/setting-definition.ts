import type { ApiPropertyOptions } from '@nestjs/swagger';
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
import { HasVisibleLetter } from '../common/http/fields';
import type { AppConfig } from '../config/app-config';
import { toPlainText } from '../common/text/plain-text';

/** Everything about a setting: the API, validation, storage and the audit log are derived from it. */
export interface SettingDefinition<T> {
  /** Of a setting that is not stored. The functions get what was read before it, in the order of the table. */
  readonly default: T | ((config: AppConfig, earlier: { siteName: string }) => T);
  /** Stored encrypted, and read by the back office masked. */
  readonly secret?: true | undefined;
  /** An amount or price in naira. */
  readonly money?: true | undefined;
  /** Of its property in the request, from the first to the last line above it. */
  readonly decorators: readonly PropertyDecorator[];
  /** Its schema in the request that saves settings; undefined when it has a route of its own. */
  readonly request: ApiPropertyOptions | undefined;
  /** Its schema where settings are read. */
  readonly response: ApiPropertyOptions;
}

type Documentation = readonly [description: string | undefined, example?: unknown];

interface Common<T> extends Pick<SettingDefinition<T>, 'default' | 'secret' | 'money'> {
  readonly request?: Documentation;
  readonly response?: Documentation;
}

interface TextOptions<T> extends Common<T> {
  /** Begins the messages of its validation. */
  readonly label: string;
  readonly max?: number;
  /** Whether it is one line with a letter or digit. */
  readonly name?: true;
  readonly pattern?: readonly [RegExp, message: string];
  readonly rules?: readonly PropertyDecorator[];
  /** The message for what is no e-mail address, where it has to be one. */
  readonly email?: string;
  readonly normalize?: (params: TransformFnParams) => unknown;
}

interface NumberOptions extends Common<number> {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Up to two; otherwise whole. */
  readonly decimals?: true;
  /** Of the refusal, where it is not the usual one. */
  readonly range?: string;
  readonly tooLow?: string;
  readonly tooHigh?: string;
  /** Whether zero is a value and does not bring back the default. */
  readonly zero?: true;
}

const ONE_LINE = /^\P{Cc}*$/u;

/** An empty value resets a setting to its default. */
const blankToNull = ({ value }: TransformFnParams): unknown => {
  const text = typeof value === 'string' ? value.trim() : value;
  return text === '' ? null : text;
};

/** As `blankToNull`, for an address or a number. */
export const plainOrNull = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string' ? toPlainText(value) || null : value;

/** Separated by spaces, commas or lines; also as parts of addresses such as `@example.com`. */
export const domainsOrNull = (params: TransformFnParams): unknown => {
  const value = plainOrNull(params);
  if (typeof value !== 'string') return value;
  const domains = value.split(/[\s,;]+/).map((domain) => domain.replace(/^.*@/, ''));
  return (
    [...new Set(domains.map((domain) => domain.toLowerCase()))].filter(Boolean).join(' ') || null
  );
};

/** Numbers may be sent as text. */
const numberOrNull = (params: TransformFnParams): unknown => {
  const value = plainOrNull(params);
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
};

const zeroToNull = (params: TransformFnParams): unknown => {
  const number = numberOrNull(params);
  return number === 0 ? null : number;
};

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

const describe = ([description, example]: Documentation = [undefined]): ApiPropertyOptions => ({
  ...(description !== undefined && { description }),
  ...(example !== undefined && { example }),
});

const define = <T>(
  { request, response, default: fallback, secret, money }: Common<T>,
  schema: { readonly type: string; readonly [keyword: string]: unknown },
  decorators: readonly PropertyDecorator[],
): SettingDefinition<T> => ({
  default: fallback,
  secret,
  money,
  decorators: [IsOptional(), ...decorators],
  request:
    request &&
    ({ ...schema, nullable: true, required: false, ...describe(request) } as ApiPropertyOptions),
  response: { type: schema.type, ...describe(response) } as ApiPropertyOptions,
});

function defineText<T extends string | null>(options: TextOptions<T>): SettingDefinition<T> {
  const { label, max, name, pattern, rules = [], email, normalize = blankToNull } = options;
  const matching = pattern ?? (name && ([ONE_LINE, `${label} must be one line of text`] as const));
  const schema = {
    type: 'string',
    ...(max && { maxLength: max }),
    ...(matching && { pattern: matching[0].source }),
    ...(email && { format: 'email' }),
  };
  return define(options, schema, [
    Transform(normalize),
    ...(email ? [IsEmail({}, { message: email })] : []),
    ...(max ? [MaxLength(max, { message: `${label} must not exceed ${max} characters` })] : []),
    ...(matching ? [Matches(matching[0], { message: matching[1] })] : []),
    ...(name ? [HasVisibleLetter({ message: `${label} must have a letter or digit` })] : []),
    ...rules,
    IsString(),
  ]);
}

export const text = (options: TextOptions<string>) => defineText(options);

/** A text that can be missing. */
export function optionalText(options: TextOptions<string | null>) {
  const definition = defineText(options);
  return { ...definition, response: { ...definition.response, nullable: true } };
}

export function number(options: NumberOptions): SettingDefinition<number> {
  const { label, min, max, decimals, tooLow, tooHigh } = options;
  const kind = decimals ? '' : 'a whole number ';
  const range =
    options.range ??
    `${label} must be ${kind}between ${min.toLocaleString('en')} and ${max.toLocaleString('en')}`;
  return define(options, { type: 'number', minimum: min, maximum: max }, [
    Transform(options.zero ? numberOrNull : zeroToNull),
    Max(max, { message: tooHigh ?? range }),
    Min(min, { message: tooLow ?? range }),
    decimals
      ? IsTwoDecimal(`${label} must be a number with two decimals at most`)
      : IsInt({ message: tooLow ? `${label} must be a whole number` : range }),
  ]);
}

export const flag = (options: Common<boolean>) =>
  define(options, { type: 'boolean' }, [IsBoolean()]);
