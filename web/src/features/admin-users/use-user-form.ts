import { useState } from 'react';
import type { ApiError } from '@/api/api-error';
import { toast } from '@/lib/toast';
import type { UserErrors, UserValues } from './user-validation';

/** Beside their inputs where the server named fields. */
const fromServer = (error: ApiError): UserErrors =>
  Object.fromEntries(
    Object.entries(error.fieldErrors).map(([field, messages]) => [field, messages.join(' ')]),
  );

/**
 * Values with what is wrong with them; touching a field takes its message away.
 * @param known follows the server: what was not touched is as it says last, also where the form was
 * opened on what a list knew some time ago.
 */
export function useUserForm(
  known: UserValues,
  validateSettings: (values: UserValues) => UserErrors,
) {
  const [touched, setTouched] = useState<Partial<UserValues>>({});
  const [problems, setProblems] = useState<UserErrors>({});
  const values = { ...known, ...touched };

  const change = (part: Partial<UserValues>): void => {
    setTouched((current) => ({ ...current, ...part }));
    setProblems((current) => ({
      ...current,
      ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])),
    }));
  };

  /** Whether the values may be sent; says so beside the inputs and once aloud. */
  const check = (): boolean => {
    const found = validateSettings(values);
    const [first] = Object.keys(found);
    setProblems(found);
    if (first === undefined) return true;
    new Set(Object.values(found)).forEach((message) => toast.error(message));
    document.getElementById(`user-${first}`)?.focus();
    return false;
  };

  return {
    values,
    problems,
    change,
    check,
    refuse: (error: ApiError) => setProblems(fromServer(error)),
  };
}
