import type { Core } from './core.ts'

/** Whether one more session may be in a turn: past that, what waits goes on waiting and a person is told. */
export const turnIsFree = (core: Core): boolean => core.turns.openCount() < core.settings().maxActiveTurns
