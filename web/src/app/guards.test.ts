import type { LoaderFunctionArgs } from 'react-router-dom';
import { session } from '@/api/session';
import { redirectSignedIn, requireCustomer } from './guards';
import { redirectSignedInStaff, requireStaff } from './admin-routes';

const user = {
  id: 1,
  name: 'Ada',
  email: 'ada@example.com',
  wallet_balance: 0,
  created_at: '',
  email_verified_at: null,
};

const requestTo = (path: string): LoaderFunctionArgs =>
  ({ request: new Request(`http://localhost${path}`) }) as LoaderFunctionArgs;
const target = (response: Response | null): string | null =>
  response?.headers.get('location') ?? null;
const signIn = (role: string): void => session.start({ token: 't', user: { ...user, role } });

describe('guards of the customer area', () => {
  it('should redirect to the sign-in with the full requested URL', () => {
    expect(target(requireCustomer(requestTo('/wallet?status=success&reference=x')))).toBe(
      '/auth?redirectTo=%2Fwallet%3Fstatus%3Dsuccess%26reference%3Dx',
    );
  });

  it('should let a customer in', () => {
    signIn('user');
    expect(requireCustomer(requestTo('/wallet'))).toBeNull();
  });

  it.each([
    ['/auth', '/dashboard'],
    ['/auth?redirectTo=%2F', '/dashboard'],
    ['/auth?redirectTo=%2Fauth', '/dashboard'],
    ['/auth?redirectTo=%2Ftransactions%3Fpage%3D2', '/transactions?page=2'],
  ])('should redirect a signed-in customer from %s to %s', (address, to) => {
    expect(redirectSignedIn(requestTo(address))).toBeNull();
    signIn('user');
    expect(target(redirectSignedIn(requestTo(address)))).toBe(to);
  });
});

describe('guards of the admin area', () => {
  it('should redirect to the admin sign-in with the requested URL', () => {
    expect(target(requireStaff(requestTo('/admin/users?search=ada')))).toBe(
      '/admin/login?redirectTo=%2Fadmin%2Fusers%3Fsearch%3Dada',
    );
  });

  it('should redirect a customer to the customer dashboard', () => {
    signIn('user');
    expect(target(requireStaff(requestTo('/admin/users')))).toBe('/dashboard');
  });

  it.each(['admin', 'sub-admin'])('should let the role %s into the admin area only', (role) => {
    signIn(role);
    expect(requireStaff(requestTo('/admin/users'))).toBeNull();
    expect(target(requireCustomer(requestTo('/wallet')))).toBe('/admin/dashboard');
  });

  it('should redirect signed-in staff from the sign-in to the requested page', () => {
    expect(redirectSignedInStaff(requestTo('/admin/login'))).toBeNull();
    signIn('admin');
    expect(target(redirectSignedInStaff(requestTo('/admin/login')))).toBe('/admin/dashboard');
    expect(
      target(
        redirectSignedInStaff(requestTo('/admin/login?redirectTo=%2Fadmin%2Faudit%3Fpage%3D2')),
      ),
    ).toBe('/admin/audit?page=2');
  });

  it.each(['https://evil.example', '//evil.example', '/wallet', '/admin/login', '/administrator'])(
    'should never redirect staff to %s',
    (redirectTo) => {
      signIn('admin');
      expect(
        target(
          redirectSignedInStaff(
            requestTo(`/admin/login?redirectTo=${encodeURIComponent(redirectTo)}`),
          ),
        ),
      ).toBe('/admin/dashboard');
    },
  );

  it('should send a signed-in customer from the admin sign-in to the dashboard', () => {
    signIn('user');
    expect(target(redirectSignedInStaff(requestTo('/admin/login')))).toBe('/dashboard');
  });
});
