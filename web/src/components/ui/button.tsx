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

const getClassName = ({
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

/** Home-made: a button for the public pages, which load no Ant Design. */
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
      className={getClassName({ look, large, small, icon, block, className })}
      {...rest}
    />
  );
}

/** A link styled as a button, for the public pages; LinkButton is the Ant Design variant. */
export function ButtonLink({
  look,
  large,
  small,
  icon,
  block,
  className,
  ...rest
}: Shape & LinkProps) {
  return (
    <Link className={getClassName({ look, large, small, icon, block, className })} {...rest} />
  );
}

/** ButtonLink for URLs outside the router. */
export function ButtonAnchor({
  look,
  large,
  small,
  icon,
  block,
  className,
  ...rest
}: Shape & React.AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a className={getClassName({ look, large, small, icon, block, className })} {...rest} />;
}
