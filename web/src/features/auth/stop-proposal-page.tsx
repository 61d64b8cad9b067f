import { Button } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { errorMessage } from '@/api/error-messages';
import { useStopProposal } from '@/api/generated/admin-wallet-corrections';
import { LinkButton } from '@/components/ui/link-button';
import { paths } from '@/lib/paths';
import { readId } from '@/lib/url-params';
import { usePageTitle } from '@/lib/use-page-title';
import { AuthCard, AuthHeading } from './auth-card';
import { AuthResult } from './auth-result';

const FAILED = {
  fallback: 'The proposal could not be stopped',
  thrown: 'The proposal could not be stopped',
};

const SignIn = () => (
  <LinkButton size="large" block to={paths.adminLogin}>
    Go to the back office
  </LinkButton>
);

/** Opened by the link of a mail. A press is needed: programs that check mails open links. */
export default function StopProposalPage() {
  usePageTitle('Stop a proposal');
  const [params] = useSearchParams();
  const id = readId(params.get('id'));
  const signature = params.get('signature') ?? '';
  const stop = useStopProposal({ mutation: { meta: { quiet: true } } });
  if (stop.isSuccess)
    return (
      <AuthResult status="success" title="Proposal stopped" text={stop.data.message ?? ''}>
        <SignIn />
      </AuthResult>
    );
  if (stop.isError || id === null)
    return (
      <AuthResult
        status="error"
        title="Nothing was stopped"
        text={stop.error ? errorMessage(stop.error, FAILED) : 'This link is incomplete.'}
      >
        <SignIn />
      </AuthResult>
    );
  return (
    <AuthCard>
      <AuthHeading
        title={`Stop proposal #${id}?`}
        lead="It is not carried out then, and no money moves. It can be proposed again."
      />
      <Button
        type="primary"
        danger
        size="large"
        block
        disabled={stop.isPending}
        onClick={() => stop.mutate({ data: { id, signature } })}
      >
        {stop.isPending ? 'Working...' : 'Stop the proposal'}
      </Button>
    </AuthCard>
  );
}
