import { toPlainText } from './plain-text';

/** What was typed for a code of digits, which people write in groups. */
export const toDigitText = (text: string): string => toPlainText(text).replaceAll(/[\s-]/g, '');

/** What was typed for a number, without ₦, separators of thousands and spaces. */
export const toNumberText = (text: string): string => toPlainText(text).replaceAll(/[₦,\s]/g, '');
