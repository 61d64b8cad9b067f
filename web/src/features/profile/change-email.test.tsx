import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '@/api/session';
import { ApiServer } from '@/testing/api-server';
import { openedMessages, resetMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { ada, errorReply, ok } from '@/testing/samples';
import { ConnectedAccounts } from './profile-page';

const BEGIN = 'POST /user/email-change';
const CONFIRM = 'POST /user/email-change/confirm';
const NEXT = 'ada.obi@example.org';

describe('Change of the email address', () => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await ApiServer.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    api.reset();
    session.start({ token: 't', user: ada });
    api.on(BEGIN, { body: { success: true, message: 'We sent a code to both addresses.' } });
  });
  afterEach(() => {
    session.logout();
    resetMessages();
  });

  const open = async () => {
    renderAt(<ConnectedAccounts user={ada} />);
    await userEvent.click(screen.getByRole('button', { name: 'Change email' }));
    return within(await screen.findByRole('dialog', { name: 'Change email' }));
  };
  const askFor = async (email: string) => {
    const dialog = await open();
    await userEvent.type(dialog.getByLabelText('New email address'), email);
    await userEvent.click(dialog.getByRole('button', { name: 'Send codes' }));
    return dialog;
  };

  it('should send codes to both addresses and take both, with each error at its own code', async () => {
    api.on(CONFIRM, ({ body }) =>
      (body as { new_code: string }).new_code === '118274'
        ? {
            body: {
              success: true,
              message: 'Your email address was changed.',
              data: { user: { ...ada, email: NEXT } },
            },
          }
        : errorReply(422, { errors: { new_code: ['This code is wrong or no longer valid.'] } }),
    );
    const dialog = await askFor(` ${NEXT} `);
    const current = await dialog.findByLabelText(`Code sent to ${ada.email}`);
    const next = dialog.getByLabelText(`Code sent to ${NEXT}`);
    expect(api.calls(BEGIN).map(({ body }) => body)).toEqual([{ email: NEXT }]);
    await userEvent.type(current, '49302');
    await userEvent.click(dialog.getByRole('button', { name: 'Change email' }));
    expect(await dialog.findAllByText('Please enter the 6-digit code')).toHaveLength(2);
    expect(api.calls(CONFIRM)).toHaveLength(0);
    await userEvent.type(current, '1');
    await userEvent.type(next, '000000');
    await userEvent.click(dialog.getByRole('button', { name: 'Change email' }));
    expect(await dialog.findByText('This code is wrong or no longer valid.')).toBeVisible();
    await userEvent.clear(next);
    await userEvent.type(next, '118274');
    await userEvent.click(dialog.getByRole('button', { name: 'Change email' }));
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
    await userEvent.click(await dialog.findByLabelText(`Code sent to ${ada.email}`));
    await userEvent.paste(' 493\u2013021 ');
    await userEvent.click(dialog.getByLabelText(`Code sent to ${NEXT}`));
    await userEvent.paste('١١٨ ٢٧٤');
    await userEvent.click(dialog.getByRole('button', { name: 'Change email' }));
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
    await userEvent.type(dialog.getByLabelText('New email address'), '@example.com');
    await userEvent.click(dialog.getByRole('button', { name: 'Send codes' }));
    expect(await dialog.findByText('An account with this email already exists.')).toBeVisible();
  });

  it('should lead back to correct the address', async () => {
    const dialog = await askFor(NEXT);
    await userEvent.click(await dialog.findByRole('button', { name: 'Back' }));
    expect(await dialog.findByLabelText('New email address')).toHaveValue(NEXT);
  });
});
