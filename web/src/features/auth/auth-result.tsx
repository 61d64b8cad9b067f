import { Flex, Result } from 'antd';
import type { ReactNode } from 'react';
import { AuthCard } from './auth-card';
import styles from './auth-card.module.css';

interface AuthResultProps {
  status: 'success' | 'error';
  title: string;
  text: string;
  /** Buttons, one below the other. */
  children: ReactNode;
}

/** How a sign-in or a verification ended, announced to screen readers. */
export function AuthResult({ status, title, text, children }: AuthResultProps) {
  return (
    <AuthCard>
      <div role={status === 'error' ? 'alert' : 'status'}>
        <Result
          className={styles.result}
          status={status}
          title={<h1>{title}</h1>}
          subTitle={text}
        />
      </div>
      <Flex vertical gap="small">
        {children}
      </Flex>
    </AuthCard>
  );
}
