import { ValidateIf } from 'class-validator';

/** The field may be left out but, unlike with `IsOptional`, not be null: its type is `T | undefined`. */
export const IfGiven = () => ValidateIf((_, value) => value !== undefined);
