import { Button } from 'antd';
import { loadSiteConfig, useSiteConfig } from '@/api/site-config';
import { notify } from '@/components/feedback/notify';
import { GOOGLE_SIGN_IN } from '@/lib/page-paths';

function GoogleLogo() {
  return (
    <svg aria-hidden="true" width="16" height="16" viewBox="0 0 16 16">
      <path
        fill="#4285f4"
        d="M15.500 8.200c0-.6 0-1-.1-1.500H8v2.800h4.300a3.700 3.700 0 0 1-1.600 2.400v2h2.600c1.500-1.400 2.200-3.400 2.200-5.700z"
      />
      <path
        fill="#34a853"
        d="M8 16c2.200 0 4-.7 5.300-2l-2.600-2a4.800 4.800 0 0 1-7.100-2.500H.9v2A8 8 0 0 0 8 16z"
      />
      <path fill="#fbbc05" d="M3.600 9.500a4.800 4.800 0 0 1 0-3v-2H.9a8 8 0 0 0 0 7.100z" />
      <path
        fill="#ea4335"
        d="M8 3.200c1.200 0 2.300.4 3.100 1.200l2.300-2.300A8 8 0 0 0 .9 4.400l2.700 2.100A4.800 4.800 0 0 1 8 3.200z"
      />
    </svg>
  );
}

/** @param invitation the code of an invitation link, for an account that is opened. */
export function GoogleButton({ invitation }: { invitation?: string }) {
  const config = useSiteConfig();
  const go = async (): Promise<void> => {
    const known = config ?? (await loadSiteConfig());
    if (!known) notify.error('Google OAuth not initialized');
    else if (!known.google) notify.error('Google OAuth is not configured');
    else
      window.location.assign(invitation ? `${GOOGLE_SIGN_IN}?ref=${invitation}` : GOOGLE_SIGN_IN);
  };
  return (
    <Button size="large" block icon={<GoogleLogo />} onClick={() => void go()}>
      Continue with Google
    </Button>
  );
}
