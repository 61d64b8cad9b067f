import type { ComponentType } from 'react';

/** Wraps the default export of a page module as a lazy route. */
export const page = (load: () => Promise<{ default: ComponentType }>) => async () => ({
  Component: (await load()).default,
});
