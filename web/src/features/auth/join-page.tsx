import { Button, Flex } from 'antd';
import { lazy, Suspense, useState } from 'react';
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
import { paths, signInPath } from '@/lib/paths';
import { useStore } from '@/lib/store';
import { usePageTitle } from '@/lib/use-page-title';
import { AuthCard, AuthHeading } from './auth-card';
import { AuthResult } from './auth-result';
import { emailState } from './email';

// The bundle budget of this page has no room for the form, which only newcomers need.
const RegisterStep = lazy(() => import('./register-step'));

const MAY: Record<InvitationOfferData['role'], string> = {
  buyer:
    'You see the proxies, the usage and the wallet, buy and renew proxies from the wallet, and configure them.',
  viewer: 'You see the proxies, the usage and the wallet, without passwords, and change nothing.',
};

export interface StepProps {
  offer: InvitationOfferData;
  token: string;
}

export interface JoiningProps extends StepProps {
  onJoined: (message: string) => void;
}

/** For a visitor who has an account: to the sign-in and back. */
const SignInStep = ({ offer: { email }, token }: StepProps) => (
  <>
    <p>{email} has an account. Sign in to join.</p>
    <LinkButton
      type="primary"
      size="large"
      block
      to={signInPath(`${paths.join}?token=${token}`)}
      state={emailState(email)}
    >
      Sign in
    </LinkButton>
  </>
);

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

function JoinStep({ offer, token, onJoined }: JoiningProps) {
  const accept = useAcceptInvitation({
    mutation: {
      meta: { fallback: 'Failed to join the team' },
      onSuccess: async ({ message }) => {
        // From here on the session acts for the owner.
        session.refreshUser((await userInfo()).data.user);
        onJoined(message);
      },
    },
  });
  return (
    <>
      <p>You join as {offer.email}. You can leave at any time.</p>
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
  const navigate = useNavigate();
  const [isEntering, setIsEntering] = useState(false);
  usePageTitle('Join a team');
  const enter = (message: string): void => {
    setIsEntering(true);
    notify.success(message);
    void navigate(paths.dashboard, { replace: true });
  };
  const invitation = useGetInvitation(
    { token },
    { query: { retry: false, meta: { quiet: true }, staleTime: Infinity } },
  );
  if (invitation.isPending || isEntering) return <PageSpinner />;
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
          offer.has_account ? (
            <SignInStep offer={offer} token={token} />
          ) : (
            <Suspense>
              <RegisterStep offer={offer} token={token} onJoined={enter} />
            </Suspense>
          )
        ) : isSame(user.email, offer.email) ? (
          <JoinStep offer={offer} token={token} onJoined={enter} />
        ) : (
          <WrongAccount offer={offer} email={user.email} />
        )}
        <p>The invitation works until {formatDateTime(offer.expires_at)}.</p>
      </Flex>
    </AuthCard>
  );
}
