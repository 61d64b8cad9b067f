import { act, screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { ada, errorReply, ok } from '@/testing/samples';
import Team from './team';

const LIST = 'GET /user/team';
const INVITE = 'POST /user/team/invitations';

const CHIDI = {
  ...{ id: 31, name: 'Chidi Eze', email: 'chidi@example.com', role: 'buyer' },
  ...{ daily_limit: 20_000, monthly_limit: null, joined_at: '2026-11-01T08:00:00Z' },
  ...{ spent_today: 4960, spent_this_month: 31_200 },
};
const OPEN = {
  ...{ id: 4, email: 'bola@example.com', role: 'viewer', daily_limit: null, monthly_limit: null },
  ...{ created_at: '2026-11-20T08:00:00Z', expires_at: '2026-11-27T08:00:00Z' },
};

describe('the team', () => {
  const api = serveApi();
  beforeEach(() => session.start({ token: 't', user: ada }));

  it('should invite a buyer with limits', async () => {
    let invitations: object[] = [];
    api.on(LIST, () => ok({ members: [], invitations }));
    api.on(INVITE, () => {
      invitations = [OPEN];
      return ok(OPEN, 'Sent.');
    });
    renderAt(<Team />);
    expect(await screen.findByText('You work alone')).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Invite a member' }));
    const form = within(await screen.findByRole('form', { name: 'Invite a member' }));
    await person.click(form.getByRole('button', { name: 'Send invitation' }));
    expect(await form.findByText('Enter an email address')).toBeInTheDocument();
    await person.type(form.getByLabelText('Email address'), 'bola@example.com');
    await person.type(form.getByLabelText('Daily spending limit (₦)'), 'much');
    await person.click(form.getByRole('button', { name: 'Send invitation' }));
    expect(
      await form.findByText('Enter a whole amount from ₦1 to ₦100,000,000'),
    ).toBeInTheDocument();
    await person.clear(form.getByLabelText('Daily spending limit (₦)'));
    await person.type(form.getByLabelText('Daily spending limit (₦)'), '20,000');
    await person.click(form.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByRole('listitem')).toHaveTextContent('bola@example.com');
    expect(api.calls(INVITE)[0]?.body).toEqual({
      ...{ email: 'bola@example.com', role: 'buyer', daily_limit: 20_000, monthly_limit: null },
    });
  });

  it('should ask no limits of a viewer, and show what the server refuses at its field', async () => {
    api.on(LIST, ok({ members: [], invitations: [] }));
    api.on(
      INVITE,
      errorReply(422, { errors: { email: ['This person is already in your team.'] } }),
    );
    renderAt(<Team />);
    await person.click(await screen.findByRole('button', { name: 'Invite a member' }));
    const form = within(await screen.findByRole('form', { name: 'Invite a member' }));
    await person.type(form.getByLabelText('Email address'), 'chidi@example.com');
    await person.click(form.getByRole('radio', { name: /^Viewer/ }));
    await waitFor(() => expect(form.queryByLabelText('Daily spending limit (₦)')).toBeNull());
    await person.click(form.getByRole('button', { name: 'Send invitation' }));
    expect(await form.findByText('This person is already in your team.')).toBeInTheDocument();
    expect(api.calls(INVITE)[0]?.body).toMatchObject({ role: 'viewer', daily_limit: null });
  });

  it('should show what members spend, change their limits and remove them', async () => {
    let members = [CHIDI];
    api.on(LIST, () => ok({ members, invitations: [] }));
    api.on('PUT /user/team/members/31', ok(undefined));
    api.on('DELETE /user/team/members/31', () => {
      members = [];
      return ok(undefined, 'The member was removed.');
    });
    renderAt(<Team />);
    const row = await screen.findByRole('listitem');
    expect(row).toHaveTextContent('₦4,960 of ₦20,000 spent today · ₦31,200 spent this month');
    await person.click(screen.getByRole('button', { name: 'Change Chidi Eze' }));
    const form = within(await screen.findByRole('form', { name: 'Role and limits' }));
    expect(form.getByLabelText('Daily spending limit (₦)')).toHaveValue('20000');
    await person.clear(form.getByLabelText('Daily spending limit (₦)'));
    await person.type(form.getByLabelText('Monthly spending limit (₦)'), '50000');
    await person.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.calls('PUT /user/team/members/31')[0]?.body).toEqual({
        ...{ role: 'buyer', daily_limit: null, monthly_limit: 50_000 },
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.click(screen.getByRole('button', { name: 'Remove Chidi Eze' }));
    await person.click(await screen.findByRole('button', { name: 'Remove member' }));
    expect(await screen.findByText('You work alone')).toBeInTheDocument();
  });

  it('should send an invitation again and revoke it', async () => {
    let invitations = [OPEN];
    api.on(LIST, () => ok({ members: [], invitations }));
    api.on(INVITE, ok(OPEN, 'Sent.'));
    api.on('DELETE /user/team/invitations/4', () => {
      invitations = [];
      return ok(undefined, 'The invitation was revoked.');
    });
    renderAt(<Team />);
    await person.click(
      await screen.findByRole('button', { name: 'Send again to bola@example.com' }),
    );
    await waitFor(() =>
      expect(api.calls(INVITE)[0]?.body).toMatchObject({
        email: 'bola@example.com',
        role: 'viewer',
      }),
    );
    const revoke = { name: 'Revoke the invitation of bola@example.com' };
    await waitFor(() => expect(screen.getByRole('button', revoke)).toBeEnabled());
    await person.click(screen.getByRole('button', revoke));
    expect(await screen.findByText('You work alone')).toBeInTheDocument();
  });

  it('should explain a failure to load and try again', async () => {
    api.on(LIST, errorReply(500, { message: 'Broken' }));
    renderAt(<Team />);
    expect(await screen.findByText('Failed to load your team')).toBeInTheDocument();
    api.on(LIST, ok({ members: [], invitations: [] }));
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('You work alone')).toBeInTheDocument();
  });

  it('should tell a member for whom they act, and let them leave', async () => {
    act(() =>
      session.start({
        token: 't',
        user: { ...ada, team: { role: 'viewer', owner_name: 'Ngozi Bello' } },
      }),
    );
    api.on('POST /user/team/leave', ok(undefined, 'You left the team.'));
    renderAt(<Team />);
    expect(screen.getByText('Ngozi Bello')).toBeInTheDocument();
    expect(api.calls(LIST)).toHaveLength(0);
    await person.click(screen.getByRole('button', { name: 'Leave the team' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave the team?' }));
    await person.click(dialog.getByRole('button', { name: 'Leave the team' }));
    await waitFor(() => expect(api.calls('POST /user/team/leave')).toHaveLength(1));
  });
});
