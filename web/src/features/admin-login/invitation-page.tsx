import { Button, Flex, Form, Result, Skeleton } from 'antd';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useAcceptStaffInvitation, useGetStaffInvitation } from '@/api/generated/admin-staff';
import type { AcceptStaffInvitationDto } from '@/api/generated/api.schemas';
import { session } from '@/api/session';
import { notify } from '@/components/feedback/notify';
import { AccountFields } from '@/components/form/account-fields';
import { AppForm } from '@/components/form/app-form';
import { LinkButton } from '@/components/ui/link-button';
import { adminPaths } from '@/lib/admin-paths';
import { formatDateTime } from '@/lib/date';
import { paths } from '@/lib/paths';
import { usePageTitle } from '@/lib/use-page-title';
import styles from './admin-login-page.module.css';

type Values = Omit<AcceptStaffInvitationDto, 'token'>;

function AcceptForm({ token }: { token: string }) {
  const [form] = Form.useForm<Values>();
  const navigate = useNavigate();
  const accept = useAcceptStaffInvitation({
    mutation: {
      meta: { fallback: 'The invitation could not be accepted' },
      onSuccess: ({ data, message }) => {
        session.start(data);
        notify.success(message);
        void navigate(adminPaths.home, { replace: true });
      },
    },
  });
  return (
    <AppForm
      form={form}
      label="Join the staff"
      serverErrors={accept.error?.fieldErrors}
      onSubmit={(values) => {
        if (!accept.isPending) accept.mutate({ data: { ...values, token } });
      }}
    >
      <AccountFields />
      <Button type="primary" size="large" block htmlType="submit" disabled={accept.isPending}>
        {accept.isPending ? 'Joining...' : 'Join the staff'}
      </Button>
    </AppForm>
  );
}

/** Where the link of an invitation to the staff leads. */
export default function InvitationPage() {
  const token = useSearchParams()[0].get('token') ?? '';
  usePageTitle('Join the staff');
  const invitation = useGetStaffInvitation(
    { token },
    { query: { retry: false, meta: { quiet: true }, staleTime: Infinity } },
  );
  const offer = invitation.data?.data;
  return (
    <div className={styles.card}>
      {invitation.isError ? (
        <Result
          status="error"
          title="This invitation cannot be used"
          subTitle={invitation.error.message}
          extra={
            <Flex vertical gap="small">
              {invitation.error.status !== 404 && (
                <Button type="primary" onClick={() => void invitation.refetch()}>
                  Try Again
                </Button>
              )}
              <LinkButton to={paths.adminLogin}>Admin login</LinkButton>
            </Flex>
          }
        />
      ) : (
        <>
          <h1 className={styles.title}>Join the staff</h1>
          {offer ? (
            <>
              <p style={{ marginBlock: '8px 16px' }}>
                You are invited as <strong>{offer.role_name}</strong> with the address{' '}
                <strong>{offer.email}</strong>. The invitation works until{' '}
                {formatDateTime(offer.expires_at)}.
              </p>
              <AcceptForm token={token} />
            </>
          ) : (
            <Skeleton active title={false} paragraph={{ rows: 8 }} />
          )}
        </>
      )}
    </div>
  );
}
