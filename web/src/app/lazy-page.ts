import type { ComponentType } from 'react';

/** Wraps the default export of a page module as a lazy route. */
export const page = (load: () => Promise<{ default: ComponentType }>) => async () => ({
  Component: (await load()).default,
});

/** Wraps the module of a layout, which appears with its sidebar. */
export const layout = (
  load: () => Promise<{ default: ComponentType; sidebarLoaded: Promise<void> }>,
) =>
  page(async () => {
    const module = await load();
    await module.sidebarLoaded;
    return module;
  });
