import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import MinusCircleOutlined from '@ant-design/icons/MinusCircleOutlined';
import { Button, Flex, Progress, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { SetupStep, SetupStepId } from '@/api/generated/api.schemas';
import { Panel } from '@/components/layout/panel';
import { adminPaths } from '@/lib/admin-paths';
import { createSafeStorage } from '@/lib/safe-storage';

interface StepText {
  title: string;
  /** What to do, while it is not done. */
  hint: ReactNode;
  /** Screen on which it is done. */
  to?: string;
}

const settings = (tab: string): string => `${adminPaths.settings}?tab=${tab}`;

const STEPS: Record<SetupStepId, StepText> = {
  address: {
    title: 'Serve the shop over https',
    hint: 'Put a certificate in front of the shop and set APP_URL to its https address.',
  },
  payments: {
    title: 'Take real payments',
    hint: 'Start the shop with SANDBOX=false and enter the keys of Korapay.',
    to: settings('payment'),
  },
  mail: {
    title: 'Send email',
    hint: 'Enter a mail server and send a test email.',
    to: settings('email'),
  },
  supply: {
    title: 'Connect supply',
    hint: 'Add a network or buy addresses, and test that traffic passes.',
    to: adminPaths.networks,
  },
  prices: {
    title: 'Set your prices',
    hint: 'The first price list is an example. Save one of your own.',
    to: adminPaths.prices,
  },
  company: {
    title: 'Name your company on invoices',
    hint: 'Enter its address and tax identification number.',
    to: settings('payment'),
  },
  two_factor: {
    title: 'Protect every admin with two-factor authentication',
    hint: 'An admin account has a password only.',
    to: adminPaths.security,
  },
  second_admin: {
    title: 'Invite a second admin',
    hint: 'Large movements of money then need two people. Alone, they wait a day.',
    to: adminPaths.staff,
  },
};

const hidden = createSafeStorage('localStorage', 'nairaproxy.setup-hidden');

function Step({ step: { id, is_done: isDone } }: { step: SetupStep }) {
  const { title, hint, to } = STEPS[id];
  return (
    <Flex component="li" gap="small" align="baseline">
      {isDone ? (
        <CheckCircleFilled aria-label="Done" style={{ color: 'var(--success)' }} />
      ) : (
        <MinusCircleOutlined aria-label="To do" style={{ color: 'var(--soft)' }} />
      )}
      <span>
        {isDone || !to ? <span>{title}</span> : <Link to={to}>{title}</Link>}
        {!isDone && (
          <Typography.Text type="secondary" style={{ display: 'block' }}>
            {hint}
          </Typography.Text>
        )}
      </span>
    </Flex>
  );
}

/** What is left to do before the shop opens; goes away once all is done. */
export function SetupChecklist({ steps }: { steps: readonly SetupStep[] | null }) {
  const [isHidden, setHidden] = useState(() => hidden.get() === 'yes');
  if (!steps) return null;
  const done = steps.filter((step) => step.is_done).length;
  const toggle = (): void => {
    hidden.set(isHidden ? 'no' : 'yes');
    setHidden(!isHidden);
  };
  return (
    <Flex vertical style={{ marginBottom: 16 }}>
      <Panel
        title={`Set up your shop: ${done} of ${steps.length} done`}
        flush={isHidden}
        action={
          <Button size="small" aria-expanded={!isHidden} onClick={toggle}>
            {isHidden ? 'Show' : 'Hide'}
          </Button>
        }
      >
        {!isHidden && (
          <>
            <Progress
              percent={(100 * done) / steps.length}
              showInfo={false}
              size="small"
              aria-hidden
            />
            <ul
              style={{
                display: 'grid',
                gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
                gap: 12,
                margin: '12px 0 0',
                padding: 0,
                listStyle: 'none',
              }}
            >
              {steps.map((step) => (
                <Step key={step.id} step={step} />
              ))}
            </ul>
          </>
        )}
      </Panel>
    </Flex>
  );
}
