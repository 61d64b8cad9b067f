/** Allowed moves of one entity: from → every state it may go to. */
export type Moves<S extends string> = Record<S, readonly S[]>;

/** The states from which `to` may be reached; the `WHERE status IN (…)` of a guarded update. */
export const sourcesOf = <S extends string>(moves: Moves<S>, to: S): S[] =>
  (Object.keys(moves) as S[]).filter((from) => moves[from].includes(to));
