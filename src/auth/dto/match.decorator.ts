import {
  registerDecorator,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';

/** The value equals that of another field of the same body. */
export const Match =
  (field: string, options: ValidationOptions): PropertyDecorator =>
  (target, property) =>
    registerDecorator({
      name: 'sameAs',
      target: target.constructor,
      propertyName: String(property),
      options,
      validator: {
        validate: (value: unknown, { object }: ValidationArguments) =>
          value === (object as Record<string, unknown>)[field],
      },
    });
