import { Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import type { TwoFactorApi } from './two-factor-api';

interface RenewRecoveryCodesProps {
  api: TwoFactorApi;
  /** Unused codes. */
  left: number;
  onDone: (codes: string[]) => void;
}

function toConsequence(left: number): string {
  if (left === 0) return 'You get ten new codes.';
  const old = left === 1 ? 'The code that you have stops' : `The ${left} codes that you have stop`;
  return `${old} working, and you get ten new ones.`;
}

/** How many recovery codes are left, and ten new ones in their place. */
export function RenewRecoveryCodes({ api, left, onDone }: RenewRecoveryCodesProps) {
  const [isAsking, setAsking] = useState(false);
  const renew = api.useReplaceCodes({
    mutation: {
      meta: { fallback: 'New recovery codes could not be made' },
      onSuccess: ({ data }) => onDone(data.recovery_codes),
    },
  });
  return (
    <Flex align="center" justify="space-between" gap="small" wrap>
      <Typography.Text>{`${left} recovery ${left === 1 ? 'code' : 'codes'} left`}</Typography.Text>
      <Button onClick={() => setAsking(true)}>Make New Recovery Codes</Button>
      {isAsking && (
        <Dialog
          title="Make new recovery codes"
          width={440}
          onClose={() => setAsking(false)}
          footer={
            <Flex justify="end" gap="small">
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button type="primary" disabled={renew.isPending} onClick={() => renew.mutate()}>
                {renew.isPending ? 'Working...' : 'Make New Codes'}
              </Button>
            </Flex>
          }
        >
          {toConsequence(left)}
        </Dialog>
      )}
    </Flex>
  );
}
