export type Section = 'help' | 'docs';

export interface SourceArticle {
  section: Section;
  slug: string;
  title: string;
  /** The first paragraph as text. */
  summary: string;
  /** Markdown. */
  source: string;
  html: string;
  text: string;
}

export const SECTIONS: readonly Section[];
export function readArticles(): SourceArticle[];
