import type { TagCount } from '../../proxy.types';

export class TagCountResponse {
  tag: string;
  /** Proxies that have it. */
  count: number;
}

export class TagsData {
  /** The most used first, 200 at most. */
  tags: TagCountResponse[];
}

export const toTags = (tags: readonly TagCount[]): TagsData => ({
  tags: tags.map(({ tag, count }) => ({ tag, count })),
});
