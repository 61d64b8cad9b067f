import { EMPTY_PASSWORDS, validatePasswordChange } from './personal-info';
import { screen, waitFor, within, act } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi, type Reply } from '@/testing/api-server';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { ada, errorReply, ok, pagination, transaction } from '@/testing/samples';
import { ConnectedAccounts } from './profile-page';
import { recordDownloads } from '@/testing/downloads';
import YourData from './your-data';
import type { ReactElement } from 'react';
import { AccountAddresses } from './security-tab';
import ApiKeys from './api-keys';
import Billing from './billing';
import { Notifications } from './notifications';
import Team from './team/team';
import TwoFactor from './two-factor';
import Webhooks from './webhooks';

const values = (change: Partial<typeof EMPTY_PASSWORDS>) => ({
  name: 'Ada',
  ...EMPTY_PASSWORDS,
  ...change,
});

describe('password change validation', () => {
  it('should accept empty fields', () => expect(validatePasswordChange(values({}))).toEqual([]));

  it.each([
    [{ new_password: 'long-enough' }, 'Please enter your current password'],
    [{ old_password: 'old' }, 'Please enter a new password'],
    [
      { old_password: 'old', new_password: 'long-enough', new_password_confirmation: 'other' },
      'New password and confirm password do not match',
    ],
    [
      { old_password: 'old', new_password: 'short', new_password_confirmation: 'short' },
      'New password must be at least 8 characters long',
    ],
  ])('should reject %j with its message', (change, message) => {
    expect(validatePasswordChange(values(change)).flatMap(({ errors }) => errors)).toEqual([
      message,
    ]);
  });

  it('should accept three valid passwords', () => {
    const fitting = {
      old_password: 'old',
      new_password: 'long-enough',
      new_password_confirmation: 'long-enough',
    };
    expect(validatePasswordChange(values(fitting))).toEqual([]);
  });
});

const BEGIN = 'POST /user/email-change';

const CONFIRM = 'POST /user/email-change/confirm';

const NEXT = 'ada.obi@example.org';

describe('Change of the email address', () => {
  const api = serveApi({
    [BEGIN]: ok(undefined, 'We sent a code to both addresses.'),
  });
  beforeEach(() => session.start({ token: 't', user: ada }));

  const open = async () => {
    renderAt(<ConnectedAccounts user={ada} />);
    await person.click(screen.getByRole('button', { name: 'Change email' }));
    return within(await screen.findByRole('dialog', { name: 'Change email' }));
  };
  const askFor = async (email: string) => {
    const dialog = await open();
    await person.type(dialog.getByLabelText('New email address'), email);
    await person.click(dialog.getByRole('button', { name: 'Send codes' }));
    return dialog;
  };

  it('should send codes to both addresses and take both, with each error at its own code', async () => {
    api.on(CONFIRM, ({ body }) =>
      (body as { new_code: string }).new_code === '118274'
        ? ok({ user: { ...ada, email: NEXT } }, 'Your email address was changed.')
        : errorReply(422, { errors: { new_code: ['This code is wrong or no longer valid.'] } }),
    );
    const dialog = await askFor(` ${NEXT} `);
    const current = await dialog.findByLabelText(`Code sent to ${ada.email}`);
    const next = dialog.getByLabelText(`Code sent to ${NEXT}`);
    expect(api.calls(BEGIN).map(({ body }) => body)).toEqual([{ email: NEXT }]);
    await person.type(current, '49302');
    await person.click(dialog.getByRole('button', { name: 'Change email' }));
    expect(await dialog.findAllByText('Please enter the 6-digit code')).toHaveLength(2);
    expect(api.calls(CONFIRM)).toHaveLength(0);
    await person.type(current, '1');
    await person.type(next, '000000');
    await person.click(dialog.getByRole('button', { name: 'Change email' }));
    expect(await dialog.findByText('This code is wrong or no longer valid.')).toBeVisible();
    await person.clear(next);
    await person.type(next, '118274');
    await person.click(dialog.getByRole('button', { name: 'Change email' }));
    await waitFor(() => expect(openedMessages()).toContain('Your email address was changed.'));
    expect(api.calls(CONFIRM).at(-1)!.body).toEqual({
      email: NEXT,
      current_code: '493021',
      new_code: '118274',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('should take codes in groups and in other digits, as the server does', async () => {
    api.on(CONFIRM, ok({ user: { ...ada, email: NEXT } }));
    const dialog = await askFor(NEXT);
    await person.click(await dialog.findByLabelText(`Code sent to ${ada.email}`));
    await person.paste(' 493\u2013021 ');
    await person.click(dialog.getByLabelText(`Code sent to ${NEXT}`));
    await person.paste('١١٨ ٢٧٤');
    await person.click(dialog.getByRole('button', { name: 'Change email' }));
    await waitFor(() => expect(api.calls(CONFIRM)).toHaveLength(1));
  });

  it('should show what is wrong with the new address and send nothing to what is none', async () => {
    api.on(
      BEGIN,
      errorReply(422, { errors: { email: ['An account with this email already exists.'] } }),
    );
    const dialog = await askFor('nobody');
    expect(await dialog.findByText('Please enter a valid email address')).toBeVisible();
    expect(api.calls(BEGIN)).toHaveLength(0);
    await person.type(dialog.getByLabelText('New email address'), '@example.com');
    await person.click(dialog.getByRole('button', { name: 'Send codes' }));
    expect(await dialog.findByText('An account with this email already exists.')).toBeVisible();
  });

  it('should lead back to correct the address', async () => {
    const dialog = await askFor(NEXT);
    await person.click(await dialog.findByRole('button', { name: 'Back' }));
    expect(await dialog.findByLabelText('New email address')).toHaveValue(NEXT);
  });
});

const DELETE = 'DELETE /user';

describe('the data of the account', () => {
  const api = serveApi();
  const downloads = recordDownloads();

  beforeEach(() => {
    session.start({
      token: 't',
      user: {
        ...{ id: 1, name: 'Ada', email: 'ada@example.com', role: 'user', wallet_balance: 0 },
        ...{ created_at: '2026-01-01T00:00:00Z', email_verified_at: null },
      },
    });
  });

  it('should download one section as CSV', async () => {
    api.on('GET /user/export', {
      headers: { 'content-disposition': 'attachment; filename="account-1.csv"' },
      body: 'a,b',
    });
    renderAt(<YourData />);
    await person.click(await screen.findByRole('button', { name: 'Download as CSV' }));
    await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['my-transactions.csv']));
    expect(String(api.calls('GET /user/export')[0]?.query)).toBe('format=csv&section=transactions');
  });

  it('should lead to support while a top-up is under review', async () => {
    const message = 'A top-up of yours is under review: we received ₦6,000 of ₦10,000.';
    const errors = { review: [{ reference: 'TOPUP_1' }] };
    api.on(DELETE, errorReply(409, { code: 'WORK_IN_PROGRESS', message, errors }));
    renderAt(<YourData />);
    await person.click(await screen.findByRole('button', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(await dialog.findByText(message)).toBeInTheDocument();
    expect(dialog.getByRole('link')).toHaveAttribute('href', '/support?reference=TOPUP_1');
  });

  it('should say why the account cannot be deleted, and sign out once it is', async () => {
    const refusal = 'Your wallet still has money in it.';
    api.on(DELETE, errorReply(409, { code: 'BALANCE_NOT_ZERO', message: refusal }));
    renderAt(<YourData />);
    await person.click(await screen.findByRole('button', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('dialog'));
    const confirm = dialog.getByRole('button', { name: 'Delete account' });
    await person.click(confirm);
    expect(await dialog.findByText(refusal)).toBeInTheDocument();
    expect(session.get()).not.toBeNull();
    api.on(DELETE, ok(undefined, 'Your account was deleted.'));
    await person.click(confirm);
    await waitFor(() => expect(session.get()).toBeNull());
    expect(await screen.findByText('Your account was deleted.')).toBeInTheDocument();
  });
});

const preferences = {
  ...{ low_balance: true, low_balance_threshold: 1000, expiry: true, traffic: true },
  ...{ security: true, weekly_summary: false, purchases: true, top_ups: true },
};

interface Screen {
  name: string;
  element: ReactElement;
  /** Query that fails when it is repeated. */
  route: string;
  reply: Reply;
  /** Button that opens the form; null where it is always open. */
  opener: string | null;
  /** Label of a field of the form. */
  field: string;
}

const SCREENS: Screen[] = [
  {
    ...{ name: 'API keys', element: <ApiKeys />, opener: 'Create API key', field: 'Name' },
    ...{ route: '/user/api-keys', reply: ok([]) },
  },
  {
    ...{ name: 'webhooks', element: <Webhooks />, opener: 'Add webhook', field: 'URL' },
    ...{ route: '/user/webhooks', reply: ok([]) },
  },
  {
    ...{ name: 'the team', element: <Team />, opener: 'Invite a member' },
    ...{ field: 'Email address', route: '/user/team', reply: ok({ members: [], invitations: [] }) },
  },
  {
    ...{ name: 'two-factor authentication', element: <TwoFactor />, opener: null },
    ...{ field: 'Your password', route: '/user/second-factor' },
    reply: ok({ enabled: false, enabled_at: null, recovery_codes_left: 0 }),
  },
  {
    ...{ name: 'notifications', element: <Notifications email="ada@example.com" />, opener: null },
    ...{ field: 'Notify me below (₦)', route: '/profile/notifications', reply: ok(preferences) },
  },
  {
    ...{ name: 'allowed addresses', element: <AccountAddresses />, opener: null },
    ...{ field: 'IP address', route: '/user/allowed-addresses' },
    reply: ok({ enabled: true, limit: 20, current_address: null, account: [], proxies: [] }),
  },
  {
    ...{ name: 'billing details', element: <Billing />, opener: 'Add billing details' },
    ...{ field: 'Address', route: '/user/billing-details', reply: ok({ billing_details: null }) },
  },
];

describe('a refetch that fails', () => {
  const api = serveApi({
    'GET /user/info': ok({ user: ada }),
    'GET /payments/transactions': ok({ transactions: [transaction()], pagination: pagination(1) }),
    'GET /user/invoices': ok({ invoices: [], pagination: pagination(0) }),
  });

  beforeEach(() => session.start({ token: 't', user: ada }));

  it.each(SCREENS)(
    'should keep what is typed in the form of $name',
    async ({ element, route, reply, opener, field }) => {
      api.on(`GET ${route}`, reply);
      const { client } = renderAt(element);
      if (opener) await person.click(await screen.findByRole('button', { name: opener }));
      const input = await screen.findByLabelText(field);
      await person.clear(input);
      await person.type(input, '25');
      const before = api.calls(`GET ${route}`).length;
      api.on(`GET ${route}`, errorReply(403));
      await act(() => client.refetchQueries());
      await waitFor(() => expect(api.calls(`GET ${route}`).length).toBeGreaterThan(before));
      expect(screen.getByLabelText(field)).toBe(input);
      expect(input).toHaveValue('25');
    },
  );

  it('should keep a new API key in sight, which is shown only once', async () => {
    api.on('GET /user/api-keys', ok([]));
    api.on('POST /user/api-keys', () => {
      api.on('GET /user/api-keys', errorReply(403));
      return { status: 201, ...ok({ id: 7, name: 'Bot', key: 'np_live_once' }) };
    });
    const { client } = renderAt(<ApiKeys />);
    await person.click(await screen.findByRole('button', { name: 'Create API key' }));
    await person.type(await screen.findByLabelText('Name'), 'Bot');
    await person.click(screen.getByRole('button', { name: 'Create key' }));
    const queries = client.getQueryCache();
    await waitFor(() => expect(queries.getAll()[0]?.state.status).toBe('error'));
    // Queries notify their screens in a timer.
    await act(() => new Promise((done) => setTimeout(done)));
    expect(await screen.findByLabelText('Key Bot')).toHaveValue('np_live_once');
  });

  it('should keep new recovery codes in sight, which are shown only once', async () => {
    const STATUS = 'GET /user/second-factor';
    api.on(STATUS, ok({ enabled: true, enabled_at: null, recovery_codes_left: 3 }));
    api.on('POST /user/second-factor/recovery-codes', () => {
      api.on(STATUS, errorReply(403));
      return ok({ recovery_codes: ['aaaa-bbbb-cccc-dddd'] });
    });
    renderAt(<TwoFactor />);
    await person.click(await screen.findByRole('button', { name: 'Make New Recovery Codes' }));
    await person.click(await screen.findByRole('button', { name: 'Make New Codes' }));
    expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeVisible();
  });
});
