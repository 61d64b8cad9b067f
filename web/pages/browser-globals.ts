/** What the modules of the public pages read from a browser when they are loaded. Imported before them. */
const nothing = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  addEventListener: () => undefined,
};

/** The API replaces the addresses that are made of it (src/http/web-pages.ts of the server). */
const builtLocation = { hostname: 'built.site', origin: 'http://built.site' };

Object.assign(globalThis, {
  localStorage: nothing,
  sessionStorage: nothing,
  location: builtLocation,
  document: { getElementById: () => null, documentElement: { dataset: {} }, ...nothing },
  window: Object.assign(globalThis, {
    ...nothing,
    location: builtLocation,
    matchMedia: () => ({ ...nothing, matches: false }),
  }),
});

export {};
