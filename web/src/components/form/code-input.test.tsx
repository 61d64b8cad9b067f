import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { CodeInput } from './code-input';

function Harness() {
  const [code, setCode] = useState('');
  return (
    <>
      <CodeInput label="Code" value={code} onChange={setCode} />
      <output>{code}</output>
      <button onClick={() => setCode('')}>Clear</button>
    </>
  );
}

const box = (digit: number) => screen.getByLabelText(`Digit ${digit} of 6`);
const code = () => screen.getByRole('status').textContent?.trim();

describe('the six boxes of a code', () => {
  // spec: C2.21
  it('move on with every digit and take nothing else', async () => {
    render(<Harness />);
    const person = userEvent.setup();
    expect(box(1)).toHaveFocus();
    await person.keyboard('1a2');
    expect(box(3)).toHaveFocus();
    expect(code()).toBe('12');
  });

  // spec: C2.21
  it('move back on backspace', async () => {
    render(<Harness />);
    const person = userEvent.setup();
    await person.keyboard('123');
    await person.keyboard('{Backspace}');
    expect(box(3)).toHaveFocus();
    expect(code()).toBe('12');
  });

  it('fill from a pasted code', async () => {
    render(<Harness />);
    const person = userEvent.setup();
    await person.paste('123 456');
    expect(code()).toBe('123456');
    expect(box(6)).toHaveFocus();
  });

  it('begin again at the first when they are cleared', async () => {
    render(<Harness />);
    const person = userEvent.setup();
    await person.keyboard('123456');
    await person.click(screen.getByRole('button', { name: 'Clear' }));
    expect(box(1)).toHaveFocus();
    expect(code()).toBe('');
  });
});
