import { useEffect } from 'react';
import { useSiteName } from './site-name';

export function usePageTitle(title?: string): void {
  const site = useSiteName();
  useEffect(() => {
    document.title = title
      ? `${title} · ${site}`
      : `${site}: datacenter, residential and mobile proxies, paid in naira`;
  }, [title, site]);
}
