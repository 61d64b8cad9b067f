import { render, screen, waitFor, act } from '@testing-library/react';
import { TimeChart, toTicks } from './charts/time-chart';
import { Form } from 'antd';
import { person } from '@/testing/person';
import { renderAt } from '@/testing/render-app';
import { DateInput, type DateInputProps } from './form/date-input';
import { PrivateMoney } from './format/private-money';
import userEvent from '@testing-library/user-event';
import { openedMessages, resetMessages } from '@/testing/messages';
import { CopyButton } from './ui/copy-button';
import { useState } from 'react';
import { Dialog } from './ui/dialog';

const MB = 2 ** 20;

describe('the chart of traffic over time', () => {
  it.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [700 * MB, [0, 500 * MB, 1000 * MB]],
    [1023 * MB, [0, 500 * MB, 1000 * MB, 1500 * MB]],
    [2.4 * 1024 * MB, [0, 1024 * MB, 2048 * MB, 3072 * MB]],
  ])('should have round values at its axis up to %i bytes', (most, ticks) => {
    expect(toTicks(most)).toEqual(ticks);
  });

  it.each([
    [-3500, 900, [-4000, -2000, 0, 2000]],
    [-10, 250_000, [-100_000, 0, 100_000, 200_000, 300_000]],
  ])('should reach from %d to %d naira', (least, most, ticks) => {
    expect(toTicks(most, 1000, least)).toEqual(ticks);
  });

  it('should draw what is below zero from zero downwards', () => {
    const points = [-2000, 4000].map((value) => ({ label: `${value}`, short: '', value }));
    const scale = { base: 1000, format: (value: number) => `₦${value}` } as const;
    render(<TimeChart points={points} label="Profit" summary="" scale={scale} />);
    const loss = screen.getByTitle('-2000: ₦-2000').firstElementChild!.getAttribute('style');
    const gain = screen.getByTitle('4000: ₦4000').firstElementChild!.getAttribute('style');
    // From −₦2,000 to ₦4,000, zero is at a third.
    expect([loss, gain]).toEqual([
      expect.stringMatching(/height: max\(1px, 33.3\d*%\); bottom: 0%/),
      expect.stringMatching(/height: max\(1px, 66.6\d*%\); bottom: 33.3\d*%/),
    ]);
  });

  it('should name its axes and show a small value beside a large one', () => {
    const points = Array.from({ length: 30 }, (_, day) => ({
      label: `${day + 1} November`,
      short: `${day + 1} Nov`,
      value: day === 3 ? 2 * MB : 1,
    }));
    render(<TimeChart points={points} label="Traffic" summary="Busiest: 4 November." />);
    const chart = screen.getByRole('img', { name: 'Traffic. Busiest: 4 November.' });
    expect(chart).toHaveTextContent(/^01 MB2 MB1 Nov6 Nov11 Nov16 Nov21 Nov26 Nov$/);
    expect(screen.getByTitle('1 November: 1 B').firstElementChild?.getAttribute('style')).toMatch(
      /max\(1px/,
    );
  });
});

describe('DateInput', () => {
  const open = async (props: DateInputProps = {}, initial = '2026-12-27') => {
    const onValues = jest.fn<void, [{ day?: string }]>();
    renderAt(
      <Form initialValues={{ day: initial }} onValuesChange={onValues}>
        <Form.Item name="day" label="Day">
          <DateInput {...props} />
        </Form.Item>
      </Form>,
      '/',
    );
    // Also the field that stands there until the calendar is loaded has its label.
    expect(screen.getByLabelText('Day')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('Day')).toBeEnabled());
    const input = screen.getByLabelText('Day');
    return { input, values: () => onValues.mock.calls.map(([{ day }]) => day) };
  };

  it('should show a date as it is written in Nigeria', async () => {
    const { input } = await open();
    expect(input).toHaveValue('27 Dec 2026');
  });

  it.each([
    ['2026-12-28', '2026-12-28'],
    ['1/2/2027', '2027-02-01'],
    ['3 Jan 2027', '2027-01-03'],
  ])('should take %s from the keyboard', async (typed, value) => {
    const { input, values } = await open();
    await person.clear(input);
    await person.type(input, typed);
    await person.tab();
    await waitFor(() => expect(values().at(-1)).toBe(value));
  });

  it('should take a time as well', async () => {
    const { input, values } = await open({ withTime: true }, '2026-12-27T08:30');
    expect(input).toHaveValue('27 Dec 2026, 08:30');
    await person.clear(input);
    await person.type(input, '28 Dec 2026, 17:05{Enter}');
    await waitFor(() => expect(values().at(-1)).toBe('2026-12-28T17:05'));
  });

  it('should not take a date beyond its limits, and be cleared', async () => {
    const { input, values } = await open({ min: '2026-12-01', max: '2026-12-31' });
    await person.clear(input);
    await person.type(input, '2027-01-01');
    await person.tab();
    await waitFor(() => expect(input).toHaveValue('27 Dec 2026'));
    expect(values()).not.toContain('2027-01-01');
    await person.click(screen.getByRole('button', { name: /clear/i }));
    await waitFor(() => expect(values().at(-1)).toBe(''));
  });
});

it.each([
  ['successful', true],
  ['completed', true],
  [undefined, true],
  ['failed', false],
  ['cancelled', false],
  ['pending', false],
])('should colour a credit that is %s: %s', (status, isColoured) => {
  render(<PrivateMoney amount={500} type="credit" status={status} />);
  expect(screen.getByText(/₦500/).classList.contains('credit')).toBe(isColoured);
});

describe('a copy button', () => {
  it('should copy the text and confirm for two seconds', async () => {
    jest.useFakeTimers();
    const person = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    render(<CopyButton text="u1:p1" label="the password" />);
    await person.click(screen.getByRole('button', { name: 'Copy the password' }));
    expect(write).toHaveBeenCalledWith('u1:p1');
    await act(() => jest.advanceTimersByTimeAsync(0));
    const button = screen.getByRole('button', { name: 'Copied the password' });
    expect(button).toHaveTextContent('Copied');
    act(() => jest.advanceTimersByTime(1999));
    expect(button).toHaveTextContent('Copied');
    act(() => jest.advanceTimersByTime(1));
    expect(button).toHaveTextContent(/^Copy$/);
  });

  it('should show a failure as a message, or on the button where no message display is loaded', async () => {
    const person = userEvent.setup({ delay: null });
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('blocked'));
    render(
      <>
        <CopyButton text="a" label="one" />
        <CopyButton text="b" label="two" inlineFailure />
      </>,
    );
    await person.click(screen.getByRole('button', { name: 'Copy one' }));
    expect(openedMessages()).toEqual([expect.stringContaining('Copying is blocked')]);
    resetMessages();
    await person.click(screen.getByRole('button', { name: 'Copy two' }));
    expect(screen.getByRole('button', { name: 'Copy two' })).toHaveTextContent(
      'Copying is blocked',
    );
    expect(openedMessages()).toEqual([]);
  });
});

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
