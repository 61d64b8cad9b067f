import { Card } from 'antd';
import { useId, type ReactNode } from 'react';

interface PanelProps {
  title?: string;
  action?: ReactNode;
  /** Removes the body padding, for lists and tables with padding of their own. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

/** Ant Design's Card as a landmark labelled by its heading. */
export function Panel({ title, action, flush = false, className, children }: PanelProps) {
  const id = useId();
  return (
    <Card
      className={className}
      role={title ? 'region' : undefined}
      aria-labelledby={title ? id : undefined}
      title={title && <h2 id={id}>{title}</h2>}
      extra={action}
      styles={{
        title: { whiteSpace: 'normal' },
        // antd lets the body overlap the border of the header by one pixel.
        header: flush ? { marginBottom: 0 } : undefined,
        body: flush ? { padding: 0 } : undefined,
      }}
    >
      {children}
    </Card>
  );
}
