import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

export const ENVELOPE = 'envelope';
/** Carries the options to the code that completes the OpenAPI document, which removes it. */
export const ENVELOPE_EXTENSION = 'x-envelope';

export interface EnvelopeOptions {
  /**
   * What the schema of the envelope is called, before `Response`. Without it the name of the data's class, less `Data`:
   * `WalletData` is the data of `WalletResponse`.
   */
  readonly name?: string;
  /** Of the data, such as the order of a list. */
  readonly description?: string;
  /** For the user, beside the data; true when the handler says it by `withMessage`. */
  readonly message?: string | true;
}

const MESSAGE = Symbol('message');

/** Data with a message for the user that depends on it. */
export const withMessage = <T extends object>(data: T, message: string | undefined): T =>
  Object.defineProperty(data, MESSAGE, { value: message });

/** The message of `withMessage`, if any. */
export const messageOf = (data: object): string | undefined =>
  (data as { [MESSAGE]?: string })[MESSAGE];

/**
 * What a handler returns is the `data` of `{success, message?, data}`: an interceptor adds the envelope, and so does
 * the OpenAPI document to the return type. This says only what the type does not.
 */
export const Envelope = (options: EnvelopeOptions) =>
  applyDecorators(SetMetadata(ENVELOPE, options), ApiExtension(ENVELOPE_EXTENSION, options));
