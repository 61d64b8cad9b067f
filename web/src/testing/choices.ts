import { fireEvent, screen, waitFor } from '@testing-library/react';

/** Queries of the whole page, or those of `within` where a label appears twice. */
type Scope = Pick<typeof screen, 'findByLabelText'>;

/** The open list of a select, whose others stay in the page when they are closed. */
async function openList(label: string, scope: Scope): Promise<HTMLElement> {
  const select = await scope.findByLabelText(label);
  if (select.getAttribute('aria-expanded') !== 'true') fireEvent.mouseDown(select);
  return waitFor(() => {
    const id = select.getAttribute('aria-controls');
    const list = id ? document.getElementById(id)?.closest('.ant-select-dropdown') : null;
    if (!list?.querySelector('.ant-select-item-option')) throw new Error(`${label} offers nothing`);
    return list as HTMLElement;
  });
}

const optionsOf = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('.ant-select-item-option'),
];

/** What a select offers right now, in its order. */
export async function offered(label: string, scope: Scope = screen): Promise<(string | null)[]> {
  const list = await openList(label, scope);
  return optionsOf(list).map((option) => option.textContent);
}

/** Takes an option, as soon as it has come. */
export async function choose(label: string, name: string, scope: Scope = screen): Promise<void> {
  const list = await openList(label, scope);
  const option = await waitFor(() => {
    const found = optionsOf(list).find(({ textContent }) => textContent === name);
    if (!found) throw new Error(`${label} does not offer ${name}`);
    return found;
  });
  fireEvent.click(option);
}
