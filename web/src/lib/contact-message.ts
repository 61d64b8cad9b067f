export interface ContactMessage {
  name: string;
  email: string;
  company?: string;
  message: string;
  /** Honeypot: only bots fill it in. */
  website?: string;
}

/** Messages by input. */
export type ContactErrors = Record<string, string[]>;

/** The server's confirmation, or its messages by input and what to show without any of them. */
export type ContactOutcome =
  | { confirmation: string }
  | { fieldErrors: ContactErrors; failure: string };

/** In the order of the form. */
export const INPUTS = ['name', 'email', 'company', 'message'] as const;
export const LIMITS = { name: 100, email: 254, company: 100, message: 4000 } as const;
const MIN_MESSAGE_LENGTH = 10;
const EMAIL_PATTERN = /^\S+@\S+\.\S+$/;

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

/** Client-side validation errors by input. */
export function validateContact({ name, email, message }: ContactMessage): ContactErrors {
  const errors: ContactErrors = {};
  if (!name) errors.name = ['Please enter your name'];
  if (!EMAIL_PATTERN.test(email)) errors.email = ['Please enter a valid email address'];
  if (!message) errors.message = ['Please enter a message'];
  else if (message.length < MIN_MESSAGE_LENGTH)
    errors.message = [`Message must be at least ${MIN_MESSAGE_LENGTH} characters long`];
  return errors;
}
