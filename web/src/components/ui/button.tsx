import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';

interface Shape {
  look?: 'default' | 'primary' | 'quiet' | 'danger';
  large?: boolean;
  small?: boolean;
  icon?: boolean;
  block?: boolean;
  className?: string;
  children: ReactNode;
}

const classOf = ({
  look = 'default',
  large,
  small,
  icon,
  block,
  className,
}: Omit<Shape, 'children'>): string =>
  [
    styles.button,
    look !== 'default' && styles[look],
    large && styles.large,
    small && styles.small,
    icon && styles.icon,
    block && styles.block,
    className,
  ]
    .filter(Boolean)
    .join(' ');

/** The plain button for pages that load no component library. */
export function PlainButton({
  look,
  large,
  small,
  icon,
  block,
  className,
  type = 'button',
  ...rest
}: Shape & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type={type}
      className={classOf({ look, large, small, icon, block, className })}
      {...rest}
    />
  );
}

/** A link that looks like a button: navigation is never a button with a handler. */
export function ButtonLink({
  look,
  large,
  small,
  icon,
  block,
  className,
  ...rest
}: Shape & LinkProps) {
  return <Link className={classOf({ look, large, small, icon, block, className })} {...rest} />;
}

/** The same for addresses outside the app. */
export function ButtonAnchor({
  look,
  large,
  small,
  icon,
  block,
  className,
  ...rest
}: Shape & React.AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a className={classOf({ look, large, small, icon, block, className })} {...rest} />;
}
