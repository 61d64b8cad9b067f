import { ConfigProvider } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useMediaQuery, WIDE } from '@/lib/use-media-query';
import { buildTheme } from './antd-theme';
import { useScheme } from './theme-mode';
import type { Area } from './tokens';

/** Overrides of the English texts: screen readers announce what the icon button shows or hides. */
const locale = { locale: 'en', global: { show: 'Show password', hide: 'Hide password' } };

interface AntdProviderProps {
  area?: Area;
  children: ReactNode;
}

/** Ant Design below this point; pages that must stay light are mounted outside it. */
export function AntdProvider({ area = 'customer', children }: AntdProviderProps) {
  const scheme = useScheme();
  // It waits for the end of animations that the style sheet cuts short: then there must be none.
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const isPhone = !useMediaQuery(WIDE);
  const theme = useMemo(
    () => buildTheme(scheme, area, { motion: !still, isPhone }),
    [scheme, area, still, isPhone],
  );
  return (
    <ConfigProvider
      theme={theme}
      locale={locale}
      button={{ autoInsertSpace: false }}
      form={{ requiredMark: false }}
    >
      {children}
    </ConfigProvider>
  );
}
