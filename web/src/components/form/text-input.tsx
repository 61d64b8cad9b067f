import type { InputHTMLAttributes, TextareaHTMLAttributes } from 'react';
import styles from './text-input.module.css';

/** Home-made: for the contact form of the landing page, which loads no Ant Design. */
export function TextInput(props: InputHTMLAttributes<HTMLInputElement>) {
  return <input className={styles.input} autoComplete="off" {...props} />;
}

export function TextArea(props: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea className={styles.input} {...props} />;
}
