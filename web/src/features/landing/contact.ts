import type { FieldErrors } from '@/api/api-error';

export interface ContactMessage {
  name: string;
  email: string;
  company?: string;
  message: string;
  /** Filled in only by programs. */
  website?: string;
}

/** In the order in which they stand. */
export const INPUTS = ['name', 'email', 'company', 'message'] as const;
export const LIMITS = { name: 100, email: 254, company: 100, message: 4000 } as const;
const SHORTEST_MESSAGE = 10;
const ADDRESS = /^\S+@\S+\.\S+$/;

export function readContact(form: HTMLFormElement): ContactMessage {
  const text = (name: string): string => {
    const input = form.elements.namedItem(name);
    return input && 'value' in input ? input.value.trim() : '';
  };
  return {
    name: text('name'),
    email: text('email'),
    company: text('company') || undefined,
    message: text('message'),
    website: text('website') || undefined,
  };
}

/** What can be seen to be wrong before it is sent, by input. */
export function contactProblems({ name, email, message }: ContactMessage): FieldErrors {
  const problems: FieldErrors = {};
  if (!name) problems.name = ['Please enter your name'];
  if (!ADDRESS.test(email)) problems.email = ['Please enter a valid email address'];
  if (!message) problems.message = ['Please enter a message'];
  else if (message.length < SHORTEST_MESSAGE)
    problems.message = [`Message must be at least ${SHORTEST_MESSAGE} characters long`];
  return problems;
}
