import { articles, type Article } from 'virtual:articles';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { paths } from '@/lib/paths';

export type Section = Article['section'];

export interface SectionText {
  readonly title: string;
  readonly lead: string;
}

export const SECTIONS: Record<Section, SectionText> = {
  help: {
    title: 'Help',
    lead: 'How to connect, how traffic is counted, and what to do when something goes wrong.',
  },
  docs: {
    title: 'Developer docs',
    lead: 'Buy and manage proxies from your own programs.',
  },
};

/** The section of an address below /help or /docs. */
export const getSection = (pathname: string): Section =>
  pathname.toLowerCase().startsWith(paths.docs) ? 'docs' : 'help';

export const listArticles = (section: Section): readonly Article[] =>
  articles.filter((article) => article.section === section);

export const toPath = ({ section, slug }: Pick<Article, 'section' | 'slug'>): string =>
  `/${section}/${slug}`;

export interface LoadedArticle {
  article: Article;
  html: string;
}

/** @returns null for an address without an article. */
export async function loadArticle({
  request,
  params,
}: LoaderFunctionArgs): Promise<LoadedArticle | null> {
  const section = getSection(new URL(request.url).pathname);
  const article = listArticles(section).find(({ slug }) => slug === params.slug);
  return article ? { article, html: (await article.load()).default } : null;
}

export interface SiteAddresses {
  origin: string;
  gateway: string;
  supportEmail: string;
}

/** Puts the addresses of this shop into an article. */
export const fillIn = (text: string, { origin, gateway, supportEmail }: SiteAddresses): string =>
  text
    .replaceAll('{{origin}}', origin)
    .replaceAll('{{gateway}}', gateway)
    .replaceAll('{{support_email}}', supportEmail);
