import { createStore, useStore } from './store';

export const DEFAULT_SITE_NAME = 'NairaProxy';

const siteName = createStore(DEFAULT_SITE_NAME);

export const setSiteName = siteName.set;

/** The name of the site: a server setting, with a default until it is loaded. */
export const useSiteName = (): string => useStore(siteName);
