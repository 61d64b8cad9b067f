import { Input, type GetProps } from 'antd';
import { useState, type KeyboardEvent } from 'react';
import styles from './password-input.module.css';

/** Ant Design's password input with a Caps Lock warning, which it lacks. */
export function PasswordInput(props: GetProps<typeof Input.Password>) {
  const [isCapsLockOn, setCapsLockOn] = useState(false);
  const readCapsLock = (event: KeyboardEvent): void =>
    setCapsLockOn(event.getModifierState('CapsLock'));
  return (
    <>
      <Input.Password
        {...props}
        onKeyUp={readCapsLock}
        onBlur={(event) => {
          setCapsLockOn(false);
          props.onBlur?.(event);
        }}
      />
      {isCapsLockOn && (
        <p className={styles.capsLock} role="status">
          Caps Lock is on
        </p>
      )}
    </>
  );
}
