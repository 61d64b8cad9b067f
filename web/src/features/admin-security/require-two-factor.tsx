import { Flex, Switch, Typography } from 'antd';
import {
  useAdminGetTwoFactorRequirement,
  useAdminRequireTwoFactor,
} from '@/api/generated/admin-security';
import { useMessage } from '@/components/feedback/use-message';

const LABEL = 'Require two-factor authentication of all staff';

/** The setting that keeps staff without a second factor out of everything but its set-up. */
export function RequireTwoFactor({ isOwnEnabled }: { isOwnEnabled: boolean }) {
  const message = useMessage();
  const query = useAdminGetTwoFactorRequirement({ query: { meta: { quiet: true } } });
  const save = useAdminRequireTwoFactor({
    mutation: {
      meta: { fallback: 'The setting could not be saved' },
      onSuccess: ({ data }) =>
        message.success(
          data.required
            ? 'Staff need two-factor authentication from now on.'
            : 'Two-factor authentication is optional again.',
        ),
    },
  });
  const isRequired = query.data?.data.required ?? false;
  return (
    <Flex gap="middle" align="flex-start" style={{ marginBottom: 16 }}>
      <Switch
        aria-label={LABEL}
        checked={isRequired}
        loading={query.isPending || save.isPending}
        disabled={!query.data || (!isOwnEnabled && !isRequired)}
        onChange={(required) => save.mutate({ data: { required } })}
      />
      <Flex vertical>
        <Typography.Text strong>{LABEL}</Typography.Text>
        <Typography.Text type="secondary">
          {isOwnEnabled || isRequired
            ? 'Staff without it can only set it up, and nothing else until then.'
            : 'Turn on your own first.'}
        </Typography.Text>
      </Flex>
    </Flex>
  );
}
