import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, proxy } from '@/testing/samples';
import { type SubUser, SubUsersPanel } from './sub-users-panel';

const LIST = 'GET /user/proxies/4/sub-users';
const CREATE = 'POST /user/proxies/4/sub-users';
const CHANGE = 'PUT /user/proxies/4/sub-users/7';
const RESET = 'POST /user/proxies/4/sub-users/7/password';
const REMOVE = 'DELETE /user/proxies/4/sub-users/7';
const GB = 1024 ** 3;

const tunde = (more: Partial<SubUser> = {}): SubUser => ({
  id: 7,
  name: 'tunde',
  username: 'np12345.tunde',
  password: 'word-of-tunde',
  daily_limit_gb: 2,
  monthly_limit_gb: null,
  suspended: false,
  used_today: 0.5 * GB,
  used_this_month: 3 * GB,
  created_at: '2026-11-01T08:00:00Z',
  ...more,
});

describe('the sub-users of a proxy', () => {
  const api = serveApi({
    [LIST]: () => ok({ sub_users: subUsers, limit: 2 }),
  });
  let subUsers: SubUser[];

  beforeEach(() => (subUsers = [tunde()]));

  const open = async () => {
    renderAt(<SubUsersPanel proxy={proxy()} />);
    await screen.findByText(/No sub-users yet|could not be loaded|np12345\.tunde/);
  };
  const row = () => screen.findByRole('listitem');
  const choose = async (action: string) => {
    await person.click(await screen.findByRole('button', { name: 'Actions for tunde' }));
    await person.click(await screen.findByRole('menuitem', { name: action }));
  };
  const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

  it('should say what there is for, and lead on when there is nobody', async () => {
    subUsers = [];
    await open();
    expect(screen.getByText(/^Let others use this proxy/)).toBeInTheDocument();
    expect(screen.getByText('No sub-users yet.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add sub-user' })).toBeEnabled();
  });

  it('should show what each has used of their limits, and copy all that they enter', async () => {
    await open();
    expect(await row()).toHaveTextContent('tundenp12345.tundeToday512 MB of 2 GBThis month3 GB');
    expect(await row()).not.toHaveTextContent('word-of-tunde');
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await person.click(screen.getByRole('button', { name: 'Copy connection line of tunde' }));
    expect(write).toHaveBeenLastCalledWith('gw.example:3128:np12345.tunde:word-of-tunde');
  });

  it.each([
    ['Limit reached', { used_today: 2 * GB }],
    ['Suspended', { suspended: true, used_today: 2 * GB }],
  ])('should mark “%s”', async (mark, more) => {
    subUsers = [tunde(more)];
    await open();
    expect(await row()).toHaveTextContent(`np12345.tunde${mark}Today`);
  });

  it('should add somebody with limits, and refuse a name that cannot be', async () => {
    await open();
    await person.click(screen.getByRole('button', { name: 'Add sub-user' }));
    const form = await dialog('Add sub-user');
    await person.type(form.getByLabelText('Name'), 'Ada Obi');
    await person.click(form.getByRole('button', { name: 'Add sub-user' }));
    await form.findByText('Use up to 20 letters, digits and underscores');
    await person.clear(form.getByLabelText('Name'));
    await person.type(form.getByLabelText('Name'), 'Ada_Obi');
    await person.type(form.getByLabelText('Limit a month (GB)'), '12.5');
    api.on(CREATE, ({ body }) => {
      subUsers = [tunde({ id: 8, ...(body as object) }), tunde()];
      return ok(subUsers[0]);
    });
    await person.click(form.getByRole('button', { name: 'Add sub-user' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    expect(api.calls(CREATE).map(({ body }) => body)).toEqual([
      { name: 'ada_obi', daily_limit_gb: null, monthly_limit_gb: 12.5 },
    ]);
    expect(openedMessages()).toEqual([
      'ada_obi was added. Copy the connection line for them from the list.',
    ]);
    expect(screen.getByRole('button', { name: 'Add sub-user' })).toBeDisabled();
    expect(screen.getByText(/^A proxy can have no more/)).toBeInTheDocument();
  });

  it('should keep the dialog open with the reason when the name is taken', async () => {
    await open();
    await person.click(screen.getByRole('button', { name: 'Add sub-user' }));
    const form = await dialog('Add sub-user');
    await person.type(form.getByLabelText('Name'), 'tunde');
    api.on(CREATE, errorReply(409, { message: 'This proxy already has a sub-user “tunde”.' }));
    await person.click(form.getByRole('button', { name: 'Add sub-user' }));
    await waitFor(() =>
      expect(openedMessages()).toEqual(['This proxy already has a sub-user “tunde”.']),
    );
    expect(form.getByLabelText('Name')).toHaveValue('tunde');
  });

  it('should change limits and leave the rest as it is', async () => {
    await open();
    await choose('Change limits');
    const form = await dialog('Limits of tunde');
    await person.clear(form.getByLabelText('Limit a day (GB)'));
    api.on(CHANGE, ok(tunde({ daily_limit_gb: null })));
    await person.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(openedMessages()).toEqual(['The limits were changed.']));
    expect(api.calls(CHANGE).map(({ body }) => body)).toEqual([
      { daily_limit_gb: null, monthly_limit_gb: null, suspended: false },
    ]);
  });

  it.each([
    ['New password', 'New password for tunde?', 'Replace it', RESET, undefined],
    [
      'Suspend',
      'Suspend tunde?',
      'Suspend',
      CHANGE,
      { daily_limit_gb: 2, monthly_limit_gb: null, suspended: true },
    ],
    ['Remove', 'Remove tunde?', 'Remove', REMOVE, undefined],
  ])('should ask before “%s”', async (action, title, confirm, call, body) => {
    await open();
    await choose(action);
    const question = await dialog(title);
    api.on(call, ok(tunde()));
    expect(api.calls(call)).toHaveLength(0);
    await person.click(question.getByRole('button', { name: confirm }));
    await waitFor(() => expect(openedMessages()).toHaveLength(1));
    expect(api.calls(call).map((received) => received.body)).toEqual([body]);
    await waitFor(() => expect(api.calls(LIST).length).toBeGreaterThan(1));
  });

  it('should resume somebody at once', async () => {
    subUsers = [tunde({ suspended: true })];
    await open();
    api.on(CHANGE, ok(tunde()));
    await choose('Resume');
    await waitFor(() => expect(openedMessages()).toEqual(['tunde can connect again.']));
    expect(api.calls(CHANGE)[0]?.body).toMatchObject({ daily_limit_gb: 2, suspended: false });
  });

  it('should offer another try when the list cannot be loaded', async () => {
    api.on(LIST, errorReply(500, { message: 'Broken' }));
    await open();
    await screen.findByText('The sub-users could not be loaded');
    expect(screen.getByRole('button', { name: 'Add sub-user' })).toBeDisabled();
    api.on(LIST, () => ok({ sub_users: subUsers, limit: 2 }));
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await row()).toHaveTextContent('tunde');
  });
});
