interface CallError {
  readonly message: string;
  readonly requestId?: string;
  /** By name of the input. */
  readonly fieldErrors?: Record<string, string[]>;
}

interface Mutation<Body> {
  readonly error: CallError | null;
  readonly isPending: boolean;
  readonly mutate: (variables: Body) => void;
}

interface RecoveryCodesResponse {
  readonly data: { readonly recovery_codes: string[] };
}

/**
 * The generated hooks for the own account: staff and customers have calls of their own, of the same shapes. Components know
 * of no call, so the feature passes them.
 */
export interface TwoFactorApi {
  readonly useStatus: (options: { query: { meta: { quiet: boolean } } }) => {
    readonly error: CallError | null;
    readonly data?: {
      readonly data: {
        readonly enabled: boolean;
        readonly enabled_at: string | null;
        readonly recovery_codes_left: number;
      };
    };
    readonly refetch: () => unknown;
  };
  readonly useBegin: (options: { mutation: { meta: { fallback: string } } }) => Mutation<{
    data: { password: string };
  }> & {
    readonly data?: { readonly data: { readonly secret: string; readonly otpauth_uri: string } };
  };
  readonly useConfirm: (options: {
    mutation: { meta: { fallback: string }; onSuccess: (answer: RecoveryCodesResponse) => void };
  }) => Mutation<{ data: { code: string } }>;
  readonly useReplaceCodes: (options: {
    mutation: { meta: { fallback: string }; onSuccess: (answer: RecoveryCodesResponse) => void };
  }) => Mutation<void>;
  readonly useDisable: (options: {
    mutation: {
      meta: { fallback: string };
      onSuccess: (answer: { readonly message: string }) => void;
    };
  }) => Mutation<{ data: { password: string; code: string } }>;
}
