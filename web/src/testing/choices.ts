import { fireEvent, screen, waitFor } from '@testing-library/react';

/** Queries of the whole page, or of `within` where a label occurs twice. */
type Scope = Pick<typeof screen, 'findByLabelText'>;

/** The open dropdown of a select; closed dropdowns of others stay in the document. */
async function openList(label: string, scope: Scope): Promise<HTMLElement> {
  return waitFor(async () => {
    const select = await scope.findByLabelText(label);
    // Again when it was replaced or closed by what loaded meanwhile.
    if (select.getAttribute('aria-expanded') !== 'true') fireEvent.mouseDown(select);
    const id = select.getAttribute('aria-controls');
    const list = id ? document.getElementById(id)?.closest('.ant-select-dropdown') : null;
    if (!list?.querySelector('.ant-select-item-option')) throw new Error(`${label} has no options`);
    return list as HTMLElement;
  });
}

const optionsOf = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('.ant-select-item-option'),
];

/** The name alone, without the details that an option may show beside it. */
const nameOf = (option: HTMLElement) => option.title || option.textContent;

/** Names of the available options, in order. */
export async function listOptions(
  label: string,
  scope: Scope = screen,
): Promise<(string | null)[]> {
  const list = await openList(label, scope);
  return optionsOf(list).map(nameOf);
}

/** An option of a select once it is available; its list stays open. */
export async function findOption(
  label: string,
  name: string,
  scope: Scope = screen,
): Promise<HTMLElement> {
  const list = await openList(label, scope);
  return waitFor(() => {
    const found = optionsOf(list).find((option) => nameOf(option) === name);
    if (!found) throw new Error(`${label} has no option ${name}`);
    return found;
  });
}

/** Selects an option once it is available. */
export async function selectOption(
  label: string,
  name: string,
  scope: Scope = screen,
): Promise<void> {
  fireEvent.click(await findOption(label, name, scope));
}
