import { Typography } from 'antd';

const POSITION = /\(character (\d+)\)$/;

interface TemplateMistakeProps {
  text: string;
  message: string;
}

/** The sentence about a template, with the character that it is about marked in it. */
export function TemplateMistake({ text, message }: TemplateMistakeProps) {
  const at = Number(POSITION.exec(message)?.[1] ?? 0) - 1;
  const start = at >= 0 && at < text.length ? at : -1;
  return (
    <div role="alert">
      <Typography.Text type="danger">{message}</Typography.Text>
      {start >= 0 && (
        <div>
          <code style={{ overflowWrap: 'anywhere' }}>
            {text.slice(0, start)}
            <mark>{text.charAt(start)}</mark>
            {text.slice(start + 1)}
          </code>
        </div>
      )}
    </div>
  );
}
