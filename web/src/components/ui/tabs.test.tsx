import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Tabs } from './tabs';

const keys = ['one', 'two', 'three'] as const;

describe('tabs', () => {
  it('are walked by the arrows, also faster than the tab that was reached is shown', async () => {
    const onChange = jest.fn();
    const tabs = keys.map((key) => ({ key, label: key, content: key }));
    render(<Tabs label="Numbers" tabs={tabs} active="one" onChange={onChange} />);
    const person = userEvent.setup({ delay: null });
    act(() => screen.getByRole('tab', { name: 'one' }).focus());
    await person.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect(onChange.mock.calls.flat()).toEqual(['two', 'three', 'one', 'three']);
    expect(screen.getByRole('tab', { name: 'three' })).toHaveFocus();
    expect(screen.getByRole('tabpanel')).toHaveTextContent('one');
  });
});
