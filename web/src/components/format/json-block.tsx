import { Typography } from 'antd';

/** A value as formatted JSON; focusable because long values scroll. */
export function JsonBlock({ title, value }: { title: string; value: unknown }) {
  return (
    <section>
      <Typography.Text strong>{title}</Typography.Text>
      <Typography>
        <pre tabIndex={0} aria-label={title} style={{ maxHeight: 280, overflow: 'auto' }}>
          {value == null ? 'Nothing' : JSON.stringify(value, null, 2)}
        </pre>
      </Typography>
    </section>
  );
}
