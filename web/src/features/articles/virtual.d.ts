/** Written by web/vite/articles.plugin.mjs from the Markdown in web/content. */
declare module 'virtual:articles' {
  export interface Article {
    section: 'help' | 'docs';
    slug: string;
    title: string;
    summary: string;
    load(): Promise<{ default: string }>;
  }
  export interface ArticleText {
    section: 'help' | 'docs';
    slug: string;
    text: string;
  }
  export const articles: readonly Article[];
  export function loadTexts(): Promise<{ default: readonly ArticleText[] }>;
}
