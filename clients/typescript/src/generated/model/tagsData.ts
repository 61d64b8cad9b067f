import type { TagCountResponse } from './tagCountResponse';

export interface TagsData {
  /** The most used first, 200 at most. */
  tags: TagCountResponse[];
}
