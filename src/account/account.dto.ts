import { IsIn, IsOptional } from 'class-validator';
import { ACCOUNT_SECTIONS, type AccountSection } from './account-sections';

const FORMATS = ['json', 'csv'] as const;
export type ExportFormat = (typeof FORMATS)[number];

export class AccountExportQuery {
  /** `json` where you do not say. */
  @IsOptional()
  @IsIn(FORMATS)
  format?: ExportFormat;

  /** Of a CSV file, `transactions` where you do not say; JSON has all sections unless you name one. */
  @IsOptional()
  @IsIn(ACCOUNT_SECTIONS)
  section?: AccountSection;
}
