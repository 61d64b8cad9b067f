import { ArrayMaxSize, IsArray, IsOptional, IsString, MaxLength } from 'class-validator';
import { MAX_NOTE, MAX_TAG, MAX_TAGS } from '../proxy-labels';

export class ProxyLabelsDto {
  /** At most 500 characters; null or left out removes it. @example Scraper of prices */
  @IsOptional()
  @IsString({ message: 'The note must be text' })
  @MaxLength(MAX_NOTE, { message: `A note has at most ${MAX_NOTE} characters` })
  note?: string | null;

  /** At most ten of at most 32 characters; those that differ in case only are one. @example ["lagos"] */
  @IsArray({ message: 'tags must be a list' })
  @ArrayMaxSize(MAX_TAGS, { message: `A proxy has at most ${MAX_TAGS} tags` })
  @IsString({ each: true, message: 'A tag must be text' })
  @MaxLength(MAX_TAG, { each: true, message: `A tag has at most ${MAX_TAG} characters` })
  tags: string[];
}
