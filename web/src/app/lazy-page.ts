import type { ComponentType } from 'react';

/** A page module's default export as a lazy route. */
export const page = (load: () => Promise<{ default: ComponentType }>) => async () => ({
  Component: (await load()).default,
});
