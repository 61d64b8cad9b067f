import { Button, type ButtonProps } from 'antd';
import type { MouseEventHandler } from 'react';
import { useHref, useLinkClickHandler, type To } from 'react-router-dom';

type LinkButtonProps = Omit<ButtonProps, 'href' | 'htmlType' | 'onClick'> & {
  to: To;
  /** Location state for the target. */
  state?: unknown;
};

/**
 * An Ant Design button that navigates within the app. It renders a link, so it can be opened in a
 * new tab.
 */
export function LinkButton({ to, state, ...props }: LinkButtonProps) {
  const href = useHref(to);
  const navigate = useLinkClickHandler(to, { state }) as unknown as MouseEventHandler<HTMLElement>;
  return <Button {...props} href={href} onClick={navigate} />;
}
