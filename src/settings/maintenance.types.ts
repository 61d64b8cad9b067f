import { ValidateBy } from 'class-validator';
import { flag, optionalText, plainOrNull, text } from './setting-definition';

/** Why nothing can be bought now. */
export interface Maintenance {
  readonly message: string;
  /** Null when it is not known. */
  readonly until: Date | null;
}

const IsComing = ValidateBy(
  {
    name: 'isComing',
    validator: { validate: (value: unknown) => Date.parse(String(value)) > Date.now() },
  },
  { message: 'The end of maintenance must be a time to come, such as 2026-12-01T06:00:00Z' },
);

/** Part of the table of settings. */
export const MAINTENANCE_SETTINGS = {
  maintenanceEnabled: flag({
    default: false,
    request: ['Whether buying is off: no order is charged, except for automatic ones.'],
    response: ['Whether buying is off.', false],
  }),
  maintenanceMessage: text({
    label: 'Message of maintenance',
    default: 'Buying is paused for maintenance. Your proxies keep working.',
    max: 300,
    name: true,
    request: ['What customers read then, up to 300 characters.'],
    response: ['What customers read then.'],
  }),
  maintenanceUntil: optionalText({
    label: 'End of maintenance',
    default: null,
    max: 40,
    normalize: plainOrNull,
    rules: [IsComing],
    request: ['When buying is on again automatically, ISO 8601; null: when it is switched on.'],
    response: ['When buying is on again automatically.', '2026-12-01T06:00:00Z'],
  }),
};
