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
