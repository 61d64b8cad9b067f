import { useParams, useSearchParams } from 'react-router-dom';
import { errorMessage } from '@/api/error-messages';
import { useVerifyEmail } from '@/api/generated/authentication';
import { usePageTitle } from '@/lib/use-page-title';
import { VerifyFailed, VerifyPending, VerifySucceeded } from './verify-email-result';

const ERROR_MESSAGES = {
  fallback: 'Email verification failed',
  thrown: 'An error occurred while verifying your email',
};

export default function VerifyEmailPage() {
  const { userId = '', token = '' } = useParams();
  const [params] = useSearchParams();
  const complete = userId !== '' && token !== '';
  usePageTitle('Email verification');
  const verification = useVerifyEmail(
    userId,
    token,
    {
      expires: params.get('expires') ?? undefined,
      signature: params.get('signature') ?? undefined,
    },
    { query: { enabled: complete, retry: false, staleTime: Infinity, meta: ERROR_MESSAGES } },
  );

  if (!complete) return <VerifyFailed message="Invalid verification link" />;
  if (verification.isPending) return <VerifyPending />;
  if (verification.isError)
    return <VerifyFailed message={errorMessage(verification.error, ERROR_MESSAGES)} />;
  return <VerifySucceeded email={verification.data.data?.email ?? ''} />;
}
