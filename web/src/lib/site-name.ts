import { useSyncExternalStore } from 'react';
import { createStore } from './store';

export const DEFAULT_SITE_NAME = 'NairaProxy';

const siteName = createStore(DEFAULT_SITE_NAME);

export const setSiteName = siteName.set;

/** The shop's name: a setting of the server, with a default until it is known. */
export const useSiteName = (): string => useSyncExternalStore(siteName.subscribe, siteName.get);
