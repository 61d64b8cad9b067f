import { ValidateBy, type ValidationOptions } from 'class-validator';
import { DAY } from './clock';

const FIRST = Date.UTC(2000, 0, 1);
const LAST = Date.UTC(2100, 0, 1);

/** Whether a time that somebody entered can be meant: a year such as 1 or 9999 is a slip, or stands for none. */
export const isPlausible = (at: Date): boolean => at.getTime() >= FIRST && at.getTime() < LAST;

/** The same of what has happened by now; a day ahead for clocks and zones. */
export const isPlausiblePast = (at: Date, now: Date): boolean =>
  isPlausible(at) && at.getTime() <= now.getTime() + DAY;

/** For a `Date`, or a text that another decorator knows to be one. */
export const IsPlausible = (options?: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isPlausible',
      validator: {
        validate: (value: unknown) =>
          (typeof value === 'string' || value instanceof Date) && isPlausible(new Date(value)),
        defaultMessage: () => '$property must be between the years 2000 and 2099',
      },
    },
    options,
  );
