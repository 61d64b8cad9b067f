import { Button, Flex } from 'antd';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { userInfo } from '@/api/generated/profile';
import { useAcceptInvitation, useGetInvitation } from '@/api/generated/team';
import type { InvitationOfferData } from '@/api/generated/api.schemas';
import { session } from '@/api/session';
import { signOut } from '@/api/sign-out';
import { notify } from '@/components/feedback/notify';
import { PageSpinner } from '@/components/feedback/spinner';
import { LinkButton } from '@/components/ui/link-button';
import { formatDateTime } from '@/lib/date';
import { paths } from '@/lib/paths';
import { useStore } from '@/lib/store';
import { usePageTitle } from '@/lib/use-page-title';
import { AuthCard, AuthHeading } from './auth-card';
import { AuthResult } from './auth-result';
import { emailState } from './email';

const MAY: Record<InvitationOfferData['role'], string> = {
  buyer:
    'You would see the proxies, the usage and the wallet, buy and renew proxies from the wallet, and configure them.',
  viewer:
    'You would see the proxies, the usage and the wallet, without passwords, and change nothing.',
};

interface StepProps {
  offer: InvitationOfferData;
  token: string;
}

/** For a visitor who is signed out: the way to an account with the invited address and back. */
function SignInStep({ offer: { email }, token }: StepProps) {
  const redirectTo = encodeURIComponent(`${paths.join}?token=${token}`);
  return (
    <>
      <p>
        Sign in to your account of {email}, or create one with this address and then open the link
        of the email again.
      </p>
      <Flex vertical gap="small">
        <LinkButton
          type="primary"
          size="large"
          block
          to={`${paths.auth}?mode=register&redirectTo=${redirectTo}`}
          state={emailState(email)}
        >
          Create an account
        </LinkButton>
        <LinkButton
          size="large"
          block
          to={`${paths.auth}?redirectTo=${redirectTo}`}
          state={emailState(email)}
        >
          Sign in
        </LinkButton>
      </Flex>
    </>
  );
}

function WrongAccount({ offer, email }: { offer: InvitationOfferData; email: string }) {
  return (
    <>
      <p>
        You are signed in as {email}, and the invitation is for {offer.email}. Sign out, and open
        the link again.
      </p>
      <Button size="large" block onClick={signOut}>
        Sign out
      </Button>
    </>
  );
}

function JoinStep({ offer, token }: StepProps) {
  const navigate = useNavigate();
  const accept = useAcceptInvitation({
    mutation: {
      meta: { fallback: 'Failed to join the team' },
      onSuccess: async ({ message }) => {
        // From here on the session acts for the owner.
        session.refreshUser((await userInfo()).data.user);
        notify.success(message);
        void navigate(paths.dashboard, { replace: true });
      },
    },
  });
  return (
    <>
      <p>You join as {offer.email}, with the password that you have. You can leave at any time.</p>
      <Flex vertical gap="small">
        <Button
          type="primary"
          size="large"
          block
          disabled={accept.isPending}
          onClick={() => accept.mutate({ data: { token } })}
        >
          {accept.isPending ? 'Joining...' : 'Join the team'}
        </Button>
        <LinkButton size="large" block to={paths.dashboard}>
          Not now
        </LinkButton>
      </Flex>
    </>
  );
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Where the link of an invitation to a team leads. */
export default function JoinPage() {
  const token = useSearchParams()[0].get('token') ?? '';
  const user = useStore(session)?.user;
  usePageTitle('Join a team');
  const invitation = useGetInvitation(
    { token },
    { query: { retry: false, meta: { quiet: true }, staleTime: Infinity } },
  );
  if (invitation.isPending) return <PageSpinner />;
  if (invitation.isError)
    return (
      <AuthResult
        status="error"
        title="This invitation cannot be used"
        text={invitation.error.message}
      >
        {invitation.error.status !== 404 && (
          <Button type="primary" size="large" onClick={() => void invitation.refetch()}>
            Try Again
          </Button>
        )}
        <LinkButton size="large" to={paths.landing}>
          Back to Home
        </LinkButton>
      </AuthResult>
    );
  const offer = invitation.data.data;
  return (
    <AuthCard>
      <AuthHeading
        title="Join a team"
        lead={
          <>
            <bdi>{offer.owner_name}</bdi> invites you to act for their account. {MAY[offer.role]}
          </>
        }
      />
      <Flex vertical gap="middle">
        {!user ? (
          <SignInStep offer={offer} token={token} />
        ) : isSame(user.email, offer.email) ? (
          <JoinStep offer={offer} token={token} />
        ) : (
          <WrongAccount offer={offer} email={user.email} />
        )}
        <p>The invitation works until {formatDateTime(offer.expires_at)}.</p>
      </Flex>
    </AuthCard>
  );
}
