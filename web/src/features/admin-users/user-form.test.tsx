import {
  canCorrect,
  canFund,
  canOpen,
  MODES,
  nextModal,
  printModal,
  readModal,
  statusMode,
} from './user-modal';
import { ApiError } from '@/api/api-error';
import { validateRules } from '@/testing/form-rules';
import {
  addedUserMessage,
  failureMessage,
  fundedWalletMessage,
  updatedUserMessage,
} from './user-messages';
import {
  ADD_REQUIRED,
  EDIT_REQUIRED,
  PASSWORD_SHORT,
  balanceAfterFunding,
  fundingError,
  parseAmount,
  passwordRules,
  requiredRule,
} from './user-validation';
import { screen, waitFor } from '@testing-library/react';
import { selectOption, listOptions } from '@/testing/choices';
import { ok, errorReply } from '@/testing/samples';
import { managedUser } from '@/testing/staff';
import { visibleMessages } from '@/testing/messages';
import { ADA, setUpUsersPage, LIST, openUserDialog } from '@/testing/user-dialog';

const read = (search: string) => readModal(new URLSearchParams(search));

const everything = () => true;

const nothing = () => false;

describe('the dialog state of the users page', () => {
  it.each(MODES.filter((mode) => mode !== 'add'))(
    'should parse %s of a user from the URL',
    (mode) => {
      expect(read(`modal=${mode}&user=7`)).toEqual({ mode, id: 7 });
    },
  );

  it('should parse add without a user', () => {
    expect(read('modal=add')).toEqual({ mode: 'add', id: null });
    expect(read('modal=add&user=7')).toEqual({ mode: 'add', id: null });
  });

  it.each([
    '',
    'modal=view',
    'modal=view&user=x',
    'modal=view&user=-1',
    'modal=rob&user=7',
    'user=7',
  ])('should be closed for "%s"', (search) => expect(read(search)).toBeNull());

  it('should open, switch modes and close', () => {
    const viewed = nextModal(null, { type: 'open', mode: 'view', id: 7 });
    expect(viewed).toEqual({ mode: 'view', id: 7 });
    const edited = nextModal(viewed, { type: 'open', mode: 'edit', id: 7 });
    expect(edited).toEqual({ mode: 'edit', id: 7 });
    expect(nextModal(edited, { type: 'add' })).toEqual({ mode: 'add', id: null });
    expect(nextModal(edited, { type: 'close' })).toBeNull();
  });

  it('should write to the URL what it parses from it', () => {
    for (const modal of [{ mode: 'fund', id: 3 } as const, { mode: 'add', id: null } as const]) {
      const params = new URLSearchParams();
      Object.entries(printModal(modal)).forEach(
        ([name, value]) => value && params.set(name, value),
      );
      expect(readModal(params)).toEqual(modal);
    }
    expect(printModal(null)).toEqual({ modal: null, user: null });
  });

  it('should allow a sub-admin to view only', () => {
    expect(MODES.filter((mode) => canOpen(mode, nothing))).toEqual(['view', 'profile']);
    expect(MODES.every((mode) => canOpen(mode, everything))).toBe(true);
  });

  it('should never fund the wallet of staff', () => {
    expect(canFund({ role: 'admin' }, everything)).toBe(false);
    expect(canFund({ role: 'sub-admin' }, everything)).toBe(false);
    expect(canFund({ role: 'user' }, everything)).toBe(true);
    expect(canFund({ role: 'user' }, nothing)).toBe(false);
  });

  it('should correct the wallets of customers, and of staff only while they hold money', () => {
    expect(canCorrect({ role: 'user', balance: '0.00' }, everything)).toBe(true);
    expect(canCorrect({ role: 'admin', balance: '0.00' }, everything)).toBe(false);
    expect(canCorrect({ role: 'admin', balance: '5.00' }, everything)).toBe(true);
    expect(canCorrect({ role: 'user', balance: null }, nothing)).toBe(false);
  });

  it('should offer to suspend active users and reactivate others, but never oneself', () => {
    expect(statusMode({ id: 7, status: 'active' }, 1)).toBe('suspend');
    expect(statusMode({ id: 7, status: 'suspended' }, 1)).toBe('reactivate');
    expect(statusMode({ id: 7, status: 'inactive' }, 1)).toBe('reactivate');
    expect(statusMode({ id: 1, status: 'active' }, 1)).toBeNull();
  });
});

describe('rules of a new user', () => {
  it.each([
    [requiredRule(ADD_REQUIRED), 'Ada'],
    [requiredRule(ADD_REQUIRED), 'ada@example.com'],
    [passwordRules, 'secret'],
  ])('accept a name, an email and six characters', async (rules, value) => {
    expect(await validateRules([rules].flat(), value)).toEqual([]);
  });

  it.each([
    ['name', [requiredRule(ADD_REQUIRED)]],
    ['email', [requiredRule(ADD_REQUIRED)]],
    ['password', passwordRules],
  ])('require the %s, and white space alone does not count', async (_field, rules) => {
    expect(await validateRules(rules, '')).toEqual([ADD_REQUIRED]);
    expect(await validateRules(rules, '   ')).toEqual([ADD_REQUIRED]);
  });

  it('count the characters of the password without surrounding spaces', async () => {
    expect(await validateRules(passwordRules, ' 12345 ')).toEqual([PASSWORD_SHORT]);
  });
});

describe('rules of an edited user', () => {
  it('require a name and an email', async () => {
    const rules = [requiredRule(EDIT_REQUIRED)];
    expect(await validateRules(rules, 'Ada')).toEqual([]);
    expect(await validateRules(rules, '')).toEqual([EDIT_REQUIRED]);
    expect(await validateRules(rules, ' ')).toEqual([EDIT_REQUIRED]);
  });
});

describe('funding a wallet', () => {
  it.each([
    ['1000', 1000],
    ['1,000', 1000],
    ['₦ 25 000', 25_000],
    ['1000.5', null],
    ['1e3', null],
    ['-1000', null],
    ['', null],
  ])('parses %s as %s', (text, amount) => expect(parseAmount(text)).toBe(amount));

  it.each([
    [null, 'Minimum funding amount is ₦1,000'],
    [999, 'Minimum funding amount is ₦1,000'],
    [1000, undefined],
    [1_000_000_000, undefined],
    [1_000_000_001, 'Maximum funding amount is ₦1,000,000,000'],
  ])('validates %s with the result %s', (amount, problem) =>
    expect(fundingError(amount)).toBe(problem),
  );

  it('previews the new balance from the minimum amount on', () => {
    expect(balanceAfterFunding('500.00', 999)).toBeNull();
    expect(balanceAfterFunding('500.00', 1000)).toBe(1500);
    expect(balanceAfterFunding(null, 1000)).toBeNull();
  });
});

describe('messages about users', () => {
  it('name the creator, the updated fields and the moved money', () => {
    expect(addedUserMessage('User added successfully!', 'Site Admin')).toBe(
      'User added successfully!\nCreated by Site Admin',
    );
    expect(updatedUserMessage('User updated successfully!', ['name', 'status'])).toBe(
      'User updated successfully!\nUpdated fields: name, status',
    );
    expect(
      fundedWalletMessage('Wallet funded successfully!', {
        user: { name: 'Ada', previous_balance: '500.00', new_balance: '5500.00' },
        transaction: { amount: 5000, reference: 'FUND-1' },
      }),
    ).toBe(
      'Wallet funded successfully!\nAmount: ₦5,000\nPrevious balance: ₦500\nNew balance: ₦5,500\nReference: FUND-1',
    );
  });

  it('append the message of the server to the failed action', () => {
    const error = new ApiError({ status: 409, code: 'X', message: 'Not now.' });
    const silent = new ApiError({ status: 500, code: 'X', message: '' });
    expect(failureMessage('Failed to delete user', error)).toBe('Failed to delete user: Not now.');
    expect(failureMessage('Failed to delete user', silent)).toBe('Failed to delete user');
  });
});

const ADD = 'POST /admin/users';

describe('UserDialog', () => {
  const api = setUpUsersPage();

  const sentTo = (route: string) => api.calls(route).map(({ body }) => body);

  describe('adding', () => {
    it('requires name, email and a password of six characters before it sends a request', async () => {
      const { dialog, person } = await openUserDialog('add', null);
      expect(dialog.getByLabelText('Password')).toHaveAccessibleDescription(
        /^At least 6 characters/,
      );
      await person.type(dialog.getByLabelText('Name'), '   ');
      await person.click(dialog.getByRole('button', { name: 'Add User' }));
      await waitFor(() =>
        expect(visibleMessages()).toEqual(['Name, email, and password are required fields']),
      );
      expect(dialog.getByLabelText('Name')).toHaveAccessibleDescription(
        'Name, email, and password are required fields',
      );
      await person.type(dialog.getByLabelText('Name'), 'Chidi');
      await person.type(dialog.getByLabelText('Email'), 'chidi@example.com');
      await person.type(dialog.getByLabelText('Password'), '12345');
      await person.click(dialog.getByRole('button', { name: 'Add User' }));
      await waitFor(() =>
        expect(visibleMessages()).toContain('Password must be at least 6 characters long'),
      );
      expect(api.calls(ADD)).toEqual([]);
    });

    it('sends trimmed values with status and role, names the admin, and reloads the list', async () => {
      api.on(ADD, {
        status: 201,
        body: {
          success: true,
          message: 'User added successfully!',
          data: { user: managedUser(), created_by: { admin_name: 'Chief Admin' } },
        },
      });
      const { dialog, person } = await openUserDialog('add', null);
      expect(await listOptions('Status', dialog)).toEqual(['Active', 'Inactive']);
      expect(await listOptions('Role', dialog)).toEqual(['User', 'Sub-admin', 'Admin']);
      await person.type(dialog.getByLabelText('Name'), ' Chidi Eze ');
      await person.type(dialog.getByLabelText('Email'), 'chidi@example.com');
      await person.type(dialog.getByLabelText('Password'), ' 123456 ');
      await selectOption('Role', 'Sub-admin', dialog);
      await person.click(dialog.getByRole('button', { name: 'Add User' }));
      await waitFor(() =>
        expect(visibleMessages()).toEqual(['User added successfully!\nCreated by Chief Admin']),
      );
      expect(sentTo(ADD)).toEqual([
        {
          name: 'Chidi Eze',
          email: 'chidi@example.com',
          password: '123456',
          status: 'active',
          role: 'sub-admin',
        },
      ]);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(api.calls(LIST).length).toBeGreaterThan(1);
    });

    it('shows why it failed, also beside the field', async () => {
      const replies = [
        errorReply(422, { message: 'Invalid', errors: { email: ['This email is taken.'] } }),
        errorReply(403, { message: '' }),
      ];
      api.on(ADD, () => replies.shift() ?? {});
      const { dialog, person } = await openUserDialog('add', null);
      await person.type(dialog.getByLabelText('Name'), 'Chidi');
      await person.type(dialog.getByLabelText('Email'), 'ada@example.com');
      await person.type(dialog.getByLabelText('Password'), '123456');
      await person.click(dialog.getByRole('button', { name: 'Add User' }));
      await waitFor(() =>
        expect(visibleMessages()).toEqual(['Failed to add user: This email is taken.']),
      );
      await waitFor(() =>
        expect(dialog.getByLabelText('Email')).toHaveAccessibleDescription('This email is taken.'),
      );
      await person.click(await dialog.findByRole('button', { name: 'Add User' }));
      await waitFor(() => expect(visibleMessages()).toContain('Failed to add user'));
    });
  });

  describe('editing', () => {
    it('edits all fields but the phone, and sets the status to active or inactive', async () => {
      const { dialog } = await openUserDialog('edit');
      const phone = await dialog.findByLabelText('Phone');
      expect(phone).toHaveValue('+2348012345678');
      expect(phone).toHaveAttribute('readonly');
      expect(await listOptions('Status', dialog)).toEqual(['Active', 'Inactive']);
      expect(await listOptions('Role', dialog)).toEqual(['User', 'Sub-admin', 'Admin']);
      expect(dialog.queryByLabelText('Password')).not.toBeInTheDocument();
    });

    it('requires a name and an email', async () => {
      const { dialog, person } = await openUserDialog('edit');
      await person.clear(await dialog.findByLabelText('Name'));
      await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
      await waitFor(() =>
        expect(visibleMessages()).toEqual(['Name and email are required fields']),
      );
      expect(api.calls(`PUT ${ADA}`)).toEqual([]);
    });

    it('takes over newer values of the server, except in edited fields', async () => {
      let answer: () => void = () => undefined;
      const held = new Promise<void>((done) => (answer = done));
      const now = managedUser({ name: 'Ada O.', role: 'sub-admin', status: 'suspended' });
      api.on(`GET ${ADA}`, async () => {
        await held;
        return ok({ user: now });
      });
      api.on(`PUT ${ADA}`, ok({ user: now, updated_fields: ['name'] }));
      const { dialog, person } = await openUserDialog('edit');
      const name = await dialog.findByLabelText('Name');
      await person.clear(name);
      await person.type(name, 'Ada Eze');
      answer();
      expect(await dialog.findByText('Suspended')).toBeInTheDocument();
      expect(name).toHaveValue('Ada Eze');
      await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
      await waitFor(() =>
        expect(sentTo(`PUT ${ADA}`)).toEqual([
          { name: 'Ada Eze', email: 'ada@example.com', status: 'suspended', role: 'sub-admin' },
        ]),
      );
    });

    it('sends four fields and shows which were updated', async () => {
      api.on(`PUT ${ADA}`, {
        body: {
          success: true,
          message: 'User updated successfully!',
          data: { user: managedUser(), updated_fields: ['name', 'status'] },
        },
      });
      const { dialog, person } = await openUserDialog('edit');
      await person.clear(await dialog.findByLabelText('Name'));
      await person.type(dialog.getByLabelText('Name'), 'Ada Eze ');
      await selectOption('Status', 'Inactive', dialog);
      await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
      await waitFor(() =>
        expect(visibleMessages()).toEqual([
          'User updated successfully!\nUpdated fields: name, status',
        ]),
      );
      expect(sentTo(`PUT ${ADA}`)).toEqual([
        { name: 'Ada Eze', email: 'ada@example.com', status: 'inactive', role: 'user' },
      ]);
    });

    it('does not offer your own status and role, which you cannot change', async () => {
      api.on('GET /admin/users/1', ok({ user: managedUser({ id: 1, role: 'admin' }) }));
      const { dialog } = await openUserDialog('edit', 1);
      expect(await dialog.findByLabelText('Status')).toBeDisabled();
      expect(dialog.getByLabelText('Role')).toBeDisabled();
      expect(dialog.getByLabelText('Name')).toBeEnabled();
    });

    it.each([
      [
        'You cannot change your own role.',
        'Failed to update user: You cannot change your own role.',
      ],
      ['', 'Failed to update user'],
    ])('shows that it failed with "%s"', async (message, words) => {
      api.on(`PUT ${ADA}`, errorReply(403, { message }));
      const { dialog, person } = await openUserDialog('edit');
      await person.click(await dialog.findByRole('button', { name: 'Save Changes' }));
      await waitFor(() => expect(visibleMessages()).toEqual([words]));
    });
  });

  describe('suspending and reactivating', () => {
    it.each([
      ['suspend', 'active', 'User suspended.'],
      ['reactivate', 'suspended', 'User reactivated.'],
    ] as const)('%ss with a reason, and reloads the list', async (mode, status, words) => {
      const user = managedUser({ status });
      api.on(`GET ${ADA}`, ok({ user }));
      api.on(`POST ${ADA}/${mode}`, {
        body: { success: true, message: words, data: { user, updated_fields: ['status'] } },
      });
      const { dialog, person } = await openUserDialog(mode);
      const verb = mode === 'suspend' ? 'Suspend Ada Obi' : 'Reactivate Ada Obi';
      const confirm = await dialog.findByRole('button', { name: verb });
      expect(confirm).toBeDisabled();
      await person.type(dialog.getByLabelText('Reason'), 'Card fraud');
      await person.click(confirm);
      await waitFor(() => expect(visibleMessages()).toEqual([words]));
      expect(sentTo(`POST ${ADA}/${mode}`)).toEqual([{ reason: 'Card fraud' }]);
      expect(api.calls(LIST).length).toBeGreaterThan(1);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    });
  });
});
