import { dictionary } from '@zxcvbn-ts/language-common';
import { COMMON_TAILS, COMMON_WHOLES, COMMON_WORDS } from './common-password-words';
import { FIRST_PASSWORD_MIN } from '../../users/users.types';
import { PASSWORD_MAX, PASSWORD_MIN } from '../auth.dto';
import { Injectable } from '@nestjs/common';
import { invalidFields } from '../../common/errors/domain-error';
import { AppConfig } from '../../config/app-config';
import { SettingsService } from '../../settings/settings.service';

/**
 * Leaked passwords by frequency (zxcvbn-ts, MIT) and the local ones that such lists lack. Those below
 * the minimum length are left out: the length check refuses them.
 */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  [
    ...dictionary['passwords-common'],
    ...COMMON_WHOLES,
    ...COMMON_WORDS.flatMap((word) => COMMON_TAILS.map((tail) => word + tail)),
  ].filter((password) => password.length >= FIRST_PASSWORD_MIN),
);

export const COMMON_PASSWORD_COUNT = COMMON_PASSWORDS.size;

/** @param lowered password in lower case. */
export const isCommonPassword = (lowered: string): boolean => COMMON_PASSWORDS.has(lowered);

/** Of the user who will have the password. */
export interface PasswordOwner {
  readonly name: string;
  readonly email: string;
}

const WORD_MIN = 3;
/** Letters that a password needs besides the words that everybody knows. */
const OWN_LETTERS_MIN = 4;

/** Rules of every new password, whoever sets it. */
@Injectable()
export class PasswordPolicy {
  constructor(
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
  ) {}

  /**
   * Refuses what guessing tools try first. There are no rules about kinds of characters.
   * @param field that the refusal belongs to. @param min characters.
   * @throws DomainError invalid.
   */
  async assertAcceptable(
    field: string,
    password: string,
    owner: PasswordOwner,
    min = PASSWORD_MIN,
  ): Promise<void> {
    const refuse = (message: string) => invalidFields({ [field]: [message] });
    const { length } = password;
    if (length < min) throw refuse(`Password must be at least ${min} characters long`);
    if (length > PASSWORD_MAX)
      throw refuse(`Password must be at most ${PASSWORD_MAX} characters long`);
    const lowered = password.normalize('NFC').toLowerCase();
    if (isCommonPassword(lowered))
      throw refuse('This password is too common and easy to guess. Please choose another.');
    if (isMadeOf(lowered, [...toWords(owner), ...(await this.getSiteWords())]))
      throw refuse(
        'Your password must not be made of your name, your email or the name of this site. Please choose another.',
      );
  }

  private async getSiteWords(): Promise<string[]> {
    const { siteName } = await this.settings.current();
    const host = new URL(this.config.http.appUrl).hostname;
    return [siteName, host, ...split(siteName), ...split(host)];
  }
}

const toWords = ({ name, email }: PasswordOwner): string[] => [
  name,
  email,
  ...split(name),
  ...split(email),
];

/** Words and their parts: `NairaProxy` also as `Naira` and `Proxy`. */
const split = (text: string): string[] => [
  ...text.split(/[^\p{L}\p{N}]+/u),
  ...text.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u),
];

/** Whether little of its own is left of a password without these words, digits and symbols. */
function isMadeOf(lowered: string, words: string[]): boolean {
  const known = words
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= WORD_MIN)
    .sort((a, b) => b.length - a.length);
  // A space for each word, so that what is left around it does not form another.
  const rest = known.reduce((text, word) => text.replaceAll(word, ' '), lowered);
  return rest !== lowered && rest.replace(/[^\p{L}]/gu, '').length < OWN_LETTERS_MIN;
}
