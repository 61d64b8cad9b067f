import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Queries of the whole page, or of `within` where a name occurs twice. */
type Scope = Pick<typeof screen, 'findByRole'>;

/** Opens the menu of a row and returns its items; menus that were closed stay in the document. */
async function openRowMenu(person: UserEvent, name: string, scope: Scope): Promise<HTMLElement[]> {
  const button = await scope.findByRole('button', { name: `Actions for ${name}` });
  await person.click(button);
  return waitFor(() => {
    const open = document.querySelector<HTMLElement>('.ant-dropdown:not(.ant-dropdown-hidden)');
    return within(open!).getAllByRole('menuitem');
  });
}

/** Labels of the actions in the menu of a row. */
export async function listRowActions(
  person: UserEvent,
  name: string,
  scope: Scope = screen,
): Promise<(string | null)[]> {
  const items = await openRowMenu(person, name, scope);
  return items.map(({ textContent }) => textContent);
}

export async function selectRowAction(
  person: UserEvent,
  name: string,
  action: string,
  scope: Scope = screen,
): Promise<void> {
  const items = await openRowMenu(person, name, scope);
  const item = items.find(({ textContent }) => textContent === action);
  if (!item) throw new Error(`The menu of ${name} has no ${action}`);
  await person.click(item);
}

/** The two lines of a row on a phone: what it is about with its figure or status, and the details. */
export const getLines = (row: HTMLElement): string[][] => {
  const texts = ['title', 'lead', 'details', 'note'].map(
    (part) => row.querySelector(`.${part}`)?.textContent ?? '',
  );
  return [texts.slice(0, 2), texts.slice(2)];
};
