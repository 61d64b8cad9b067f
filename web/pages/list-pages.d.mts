export interface ListedPage {
  path: string;
  file: string;
  title?: string;
  area: string;
  entry: string;
  notFound?: boolean;
}

export function listPages(): ListedPage[];
