import { screen } from '@testing-library/react';
import { serveApi } from '@/testing/api-server';
import { person } from '@/testing/person';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import StopProposalPage from './stop-proposal-page';

const STOP = 'POST /admin/approvals/stop';

describe('StopProposalPage', () => {
  const api = serveApi();
  const open = (query = '?id=12&signature=s1g') =>
    renderAt(<StopProposalPage />, `/stop-proposal${query}`);
  const press = () => person.click(screen.getByRole('button', { name: 'Stop the proposal' }));

  it('should stop the proposal of the link only when the button is pressed', async () => {
    api.on(STOP, ok(undefined, 'The proposal was stopped. No money has moved.'));
    open();
    expect(screen.getByRole('heading', { name: 'Stop proposal #12?' })).toBeInTheDocument();
    expect(api.calls(STOP)).toEqual([]);
    await press();
    expect(await screen.findByRole('status')).toHaveTextContent('No money has moved.');
    expect(api.calls(STOP)[0]?.body).toEqual({ id: 12, signature: 's1g' });
  });

  it('should say why nothing was stopped', async () => {
    api.on(STOP, errorReply(409, { message: 'This proposal was decided before: it is approved.' }));
    open();
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent('decided before: it is approved.');
  });

  it('should refuse an incomplete link', () => {
    open('?signature=s1g');
    expect(screen.getByRole('alert')).toHaveTextContent('This link is incomplete.');
  });
});
