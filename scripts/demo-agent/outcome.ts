/** What a directive did to its turn. */
export type Outcome =
  | { kind: 'go-on' }
  | { kind: 'end'; stopReason: 'end_turn' | 'cancelled' }
  | { kind: 'fail'; code: number; message: string }

export const goOn: Outcome = { kind: 'go-on' }
