import type { ExportAccountFormat } from './exportAccountFormat';
import type { ExportAccountSection } from './exportAccountSection';

export type ExportAccountParams = {
/**
 * `json` where you do not say.
 */
format?: ExportAccountFormat;
/**
 * Of a CSV file, `transactions` where you do not say; JSON has all sections unless you name one.
 */
section?: ExportAccountSection;
};
