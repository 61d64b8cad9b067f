import { DomainError, invalidFields } from '../common/errors/domain-error';
import type { SettingKey } from './settings.types';

/** @param changes per changed setting a sentence that says who changed it to what, and when. */
export const settingsChanged = (changes: Record<string, string[]>): DomainError =>
  new DomainError(
    'conflict',
    'SETTINGS_CHANGED',
    'The settings were changed after you opened them. Nothing was saved.',
    changes,
  );

export const emailDomainBlocked = (domain: string): DomainError =>
  invalidFields({
    email: [`Email addresses at ${domain} are not accepted. Please use another email address.`],
  });

/** A stored secret must not be sent to a server that it was not entered for. */
export const secretNeeded = (key: SettingKey): DomainError =>
  invalidFields({ [key]: ['Enter the password again: the mail server or its user has changed.'] });
