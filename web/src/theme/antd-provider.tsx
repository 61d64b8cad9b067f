import { ConfigProvider } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { buildTheme } from './antd-theme';
import { useScheme } from './theme-mode';
import type { Area } from './tokens';

/** Ant Design below this point; pages that must stay light are mounted outside it. */
export function AntdProvider({
  area = 'customer',
  children,
}: {
  area?: Area;
  children: ReactNode;
}) {
  const scheme = useScheme();
  const theme = useMemo(() => buildTheme(scheme, area), [scheme, area]);
  return (
    <ConfigProvider
      theme={theme}
      button={{ autoInsertSpace: false }}
      form={{ requiredMark: false }}
    >
      {children}
    </ConfigProvider>
  );
}
