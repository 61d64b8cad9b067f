import type { TargetingFilter } from './dialect.types';

/** A template that cannot be read. @property position of the character, from 1. */
export class TemplateError extends Error {
  override name = 'TemplateError';

  constructor(
    problem: string,
    readonly position: number,
  ) {
    super(`${problem} (character ${position})`);
  }
}

/** A filter that the dialect has no words for: nothing is rendered, since the customer would get another place. */
export class UnsupportedFilterError extends Error {
  override name = 'UnsupportedFilterError';

  constructor(
    readonly filter: TargetingFilter,
    why: string,
  ) {
    super(why);
  }
}

/** Values that no provider would take: a missing account name, or credentials that are too long. Repeats no value. */
export class RenderError extends Error {
  override name = 'RenderError';
}

/** Whether rendering failed because the provider has no words for the request, and not by a mistake of ours. */
export const isInexpressible = (error: unknown): boolean =>
  error instanceof UnsupportedFilterError || error instanceof RenderError;
