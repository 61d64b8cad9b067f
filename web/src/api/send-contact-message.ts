import type { ContactMessage, ContactOutcome } from '@/lib/contact-message';
import { ApiError } from './api-error';
import { errorMessage } from './error-messages';
import { contactSales } from './calls';

const SEND_FAILED = 'The message could not be sent. Please try again.';

/** Never rejects: an error is part of the outcome. */
export async function sendContactMessage(message: ContactMessage): Promise<ContactOutcome> {
  try {
    return { confirmation: (await contactSales(message)).message };
  } catch (error) {
    return {
      fieldErrors: error instanceof ApiError ? error.fieldErrors : {},
      failure: errorMessage(error, { fallback: SEND_FAILED }),
    };
  }
}
