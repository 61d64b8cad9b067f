import { ArrayMaxSize, IsArray, IsOptional, IsString, MaxLength } from 'class-validator';
import { IfGiven } from '../../common/http/fields';
import { MAX_NOTE, MAX_TAG } from './proxy-labels';
import type { TagCount } from '../proxy.types';

/** Of a list of tags before those that differ in case only become one. */
const MAX_LISTED = 50;

export class ProxyLabelsDto {
  /** At most 500 characters; null removes it. Left out, it stays. @example Scraper of prices */
  @IsOptional()
  @IsString({ message: 'The note must be text' })
  @MaxLength(MAX_NOTE, { message: `A note has at most ${MAX_NOTE} characters` })
  note?: string | null;

  /**
   * Replaces the tags: at most ten of at most 32 characters; those that differ in case only are one. Left out, they
   * stay. @example ["lagos"]
   */
  @IfGiven()
  @IsArray({ message: 'tags must be a list' })
  @ArrayMaxSize(MAX_LISTED, { message: `A list has at most ${MAX_LISTED} tags` })
  @IsString({ each: true, message: 'A tag must be text' })
  @MaxLength(MAX_TAG, { each: true, message: `A tag has at most ${MAX_TAG} characters` })
  tags?: string[];

  /** Added to the tags. @example ["shop"] */
  @IfGiven()
  @IsArray({ message: 'add_tags must be a list' })
  @ArrayMaxSize(MAX_LISTED, { message: `A list has at most ${MAX_LISTED} tags` })
  @IsString({ each: true, message: 'A tag must be text' })
  @MaxLength(MAX_TAG, { each: true, message: `A tag has at most ${MAX_TAG} characters` })
  add_tags?: string[];
}

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
