import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { errorMessage } from '@/api/error-messages';
import { googleVerifyToken } from '@/api/generated/calls/authentication/authentication';
import { session } from '@/api/session';
import { paths } from '@/lib/paths';
import { toast } from '@/lib/toast';
import { FAILED, readArrival } from './google-arrival';

/** Takes the code out of the address before anything else, then trades it for a session, once. */
export function useGoogleArrival(): { problem: string | null; name: string } {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [arrival] = useState(() => readArrival(params));
  const [problem, setProblem] = useState(arrival.kind === 'refused' ? arrival.message : null);
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const finish = async (): Promise<void> => {
      await navigate(paths.googleCallback, { replace: true });
      if (arrival.kind === 'refused') return;
      try {
        const { data, message } = await googleVerifyToken({ access_token: arrival.code });
        session.start({ token: data.token, user: data.user });
        toast.success(message ?? 'Successfully authenticated with Google!');
        await navigate(paths.dashboard, { replace: true });
      } catch (error) {
        const message = errorMessage(error, { fallback: FAILED });
        toast.error(message);
        setProblem(message);
      }
    };
    void finish();
  }, [arrival, navigate]);

  return { problem, name: arrival.kind === 'code' ? arrival.name : '' };
}
