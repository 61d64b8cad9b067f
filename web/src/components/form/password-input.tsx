import { Input, type InputProps } from 'antd';
import { useState, type KeyboardEvent } from 'react';
import { Icon } from '../ui/icon';
import styles from './password-input.module.css';

/** A password with a toggle large enough for a thumb, and a word about Caps Lock. */
export function PasswordInput(props: InputProps) {
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const watch = (event: KeyboardEvent): void => setCaps(event.getModifierState('CapsLock'));
  return (
    <>
      <Input
        {...props}
        type={shown ? 'text' : 'password'}
        onKeyUp={watch}
        onBlur={(event) => {
          setCaps(false);
          props.onBlur?.(event);
        }}
        suffix={
          <button
            type="button"
            className={styles.toggle}
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} size={17} />
          </button>
        }
      />
      {caps && (
        <p className={styles.caps} role="status">
          Caps Lock is on
        </p>
      )}
    </>
  );
}
