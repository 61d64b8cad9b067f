
/**
 * `traffic` for added traffic; a renewal when left out.
 */
export type ExtensionKind = typeof ExtensionKind[keyof typeof ExtensionKind];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ExtensionKind = {
  renewal: 'renewal',
  traffic: 'traffic',
} as const;
