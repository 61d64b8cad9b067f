import { ConfigProvider } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useMediaQuery, WIDE } from '@/lib/use-media-query';
import { buildTheme } from './antd-theme';
import { useScheme } from './theme-mode';
import type { Area } from './tokens';

/** Overrides of English texts: screen readers announce what the icon button toggles. */
const locale = { locale: 'en', global: { show: 'Show password', hide: 'Hide password' } };

interface AntdProviderProps {
  area?: Area;
  children: ReactNode;
}

/** Provides Ant Design to its children; pages with a small bundle budget are mounted outside. */
export function AntdProvider({ area = 'customer', children }: AntdProviderProps) {
  const scheme = useScheme();
  // Ant Design waits for animations to end, but the style sheet cuts them short; so disable them.
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
