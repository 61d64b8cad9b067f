import { signOut } from '@/api/sign-out';

export const useLogout = (): (() => void) => signOut;
