import { useParams, useSearchParams } from 'react-router-dom';
import { ApiError } from '@/api/api-error';
import { useVerifyEmail } from '@/api/generated/hooks/authentication/authentication';
import { usePageTitle } from '@/lib/use-page-title';
import { VerifyFailed, VerifyPending, VerifySucceeded } from './verify-outcome';

function reason(error: unknown): string {
  if (error instanceof ApiError && error.status > 0)
    return error.message || 'Email verification failed';
  return 'An error occurred while verifying your email';
}

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
    { query: { enabled: complete, retry: false, staleTime: Infinity, meta: { quiet: true } } },
  );

  if (!complete) return <VerifyFailed message="Invalid verification link" />;
  if (verification.isPending) return <VerifyPending />;
  if (verification.isError) return <VerifyFailed message={reason(verification.error)} />;
  return <VerifySucceeded />;
}
