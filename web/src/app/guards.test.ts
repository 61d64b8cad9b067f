import type { LoaderFunctionArgs } from 'react-router-dom';
import { session } from '@/api/session';
import { redirectSignedIn, requireCustomer } from './guards';
import { redirectSignedInStaff, requireStaff } from './staff-guards';

const user = {
  id: 1,
  name: 'Ada',
  email: 'ada@example.com',
  wallet_balance: 0,
  created_at: '',
  email_verified_at: null,
};

const asking = (path: string): LoaderFunctionArgs =>
  ({ request: new Request(`http://localhost${path}`) }) as LoaderFunctionArgs;
const target = (answer: Response | null): string | null => answer?.headers.get('location') ?? null;
const signIn = (role: string): void => session.start({ token: 't', user: { ...user, role } });

describe('the doors of the customer area', () => {
  afterEach(() => session.logout());

  // spec: C2.9, C4.2
  it('send a visitor to the sign-in and remember the whole address', () => {
    expect(target(requireCustomer(asking('/wallet?status=success&reference=x')))).toBe(
      '/auth?redirectTo=%2Fwallet%3Fstatus%3Dsuccess%26reference%3Dx',
    );
  });

  // spec: C4.2
  it('let a customer in', () => {
    signIn('user');
    expect(requireCustomer(asking('/wallet'))).toBeNull();
  });

  // spec: C2.3
  it.each([
    ['/auth', '/dashboard'],
    ['/auth?redirectTo=%2F', '/dashboard'],
    ['/auth?redirectTo=%2Fauth', '/dashboard'],
    ['/auth?redirectTo=%2Ftransactions%3Fpage%3D2', '/transactions?page=2'],
  ])('lead from %s on to %s once signed in', (address, to) => {
    expect(redirectSignedIn(asking(address))).toBeNull();
    signIn('user');
    expect(target(redirectSignedIn(asking(address)))).toBe(to);
  });
});

describe('the doors of the back office', () => {
  afterEach(() => session.logout());

  // spec: A2.3
  it('send a visitor to the staff’s sign-in and remember the page', () => {
    expect(target(requireStaff(asking('/admin/users?search=ada')))).toBe(
      '/admin/login?redirectTo=%2Fadmin%2Fusers%3Fsearch%3Dada',
    );
  });

  // spec: A2.4, A6.2, C6.1
  it('send a customer to the customer’s dashboard', () => {
    signIn('user');
    expect(target(requireStaff(asking('/admin/users')))).toBe('/dashboard');
  });

  // spec: A2.2, A6.3, C2.10, C3.5, C6.1
  it.each(['admin', 'sub-admin'])('let a person of role %s in, and out of the shop', (role) => {
    signIn(role);
    expect(requireStaff(asking('/admin/users'))).toBeNull();
    expect(target(requireCustomer(asking('/wallet')))).toBe('/admin/dashboard');
  });

  // spec: A2.1
  it('send signed-in staff from the sign-in to the page they came for', () => {
    expect(redirectSignedInStaff(asking('/admin/login'))).toBeNull();
    signIn('admin');
    expect(target(redirectSignedInStaff(asking('/admin/login')))).toBe('/admin/dashboard');
    expect(
      target(redirectSignedInStaff(asking('/admin/login?redirectTo=%2Fadmin%2Faudit%3Fpage%3D2'))),
    ).toBe('/admin/audit?page=2');
  });

  // spec: A2.1
  it.each(['https://evil.example', '//evil.example', '/wallet', '/admin/login', '/administrator'])(
    'never send staff to %s',
    (redirectTo) => {
      signIn('admin');
      expect(
        target(
          redirectSignedInStaff(
            asking(`/admin/login?redirectTo=${encodeURIComponent(redirectTo)}`),
          ),
        ),
      ).toBe('/admin/dashboard');
    },
  );

  it('show the sign-in to a customer, whom a staff account may follow', () => {
    signIn('user');
    expect(redirectSignedInStaff(asking('/admin/login'))).toBeNull();
  });
});
