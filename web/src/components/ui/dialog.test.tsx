import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Dialog } from './dialog';

/** Mounted while open, with one dialog opening another, as pages do. */
function Page() {
  const [shown, setShown] = useState<string | null>(null);
  const [hasRow, setHasRow] = useState(true);
  return (
    <main id="main" tabIndex={-1}>
      {hasRow && <button onClick={() => setShown('View')}>Open</button>}
      {shown && (
        <Dialog key={shown} title={shown} width={400} onClose={() => setShown(null)}>
          <button onClick={() => setShown('Edit')}>On to the next</button>
          <button onClick={() => setHasRow(false)}>Remove the row</button>
          <input aria-label="Reason" defaultValue="old" />
          <input aria-label="Filter" type="search" />
        </Dialog>
      )}
    </main>
  );
}

describe('a dialog', () => {
  const person = userEvent.setup({ delay: null });
  const press = (name: string) => person.click(screen.getByRole('button', { name }));
  const opener = () => screen.getByRole('button', { name: 'Open' });

  beforeEach(async () => {
    render(<Page />);
    act(() => opener().focus());
    await person.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'View' });
  });

  it('should return the focus to the element that opened it', async () => {
    await person.keyboard('{Escape}');
    await waitFor(() => expect(opener()).toHaveFocus());
  });

  it('should return the focus after opening another dialog', async () => {
    await press('On to the next');
    await screen.findByRole('dialog', { name: 'Edit' });
    await press('Close dialog');
    await waitFor(() => expect(opener()).toHaveFocus());
  });

  it('should focus the main content when the opening element is gone', async () => {
    await press('Remove the row');
    await press('Close dialog');
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  it('should ask before Escape or the close button discards what was typed', async () => {
    const field = screen.getByLabelText('Reason');
    await person.type(screen.getByLabelText('Filter'), 'x');
    await person.type(field, ' and new');
    await person.keyboard('{Escape}');
    const question = await screen.findByText('Discard what you typed?');
    await press('Keep editing');
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(field).toHaveValue('old and new');
    await press('Close dialog');
    await press('Discard');
    await waitFor(() => expect(field).not.toBeInTheDocument());
  });

  it('should not ask when the typed text was taken back or only searched for', async () => {
    const field = screen.getByLabelText('Reason');
    await person.type(screen.getByLabelText('Filter'), 'x');
    await person.type(field, 'x{Backspace}');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(field).not.toBeInTheDocument());
  });
});
