import { screen, waitFor } from '@testing-library/react';
import { Form } from 'antd';
import { person } from '@/testing/person';
import { renderAt } from '@/testing/render-app';
import { DateInput, type DateInputProps } from './date-input';

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
