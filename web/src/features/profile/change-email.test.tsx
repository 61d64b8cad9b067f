import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { ada, errorReply, ok } from '@/testing/samples';
import { ConnectedAccounts } from './profile-page';

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
