import type { TagsData } from './tagsData';

export interface TagsResponse {
  data: TagsData;
  success: boolean;
}
