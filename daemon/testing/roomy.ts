/** A test that is not about the machine's budgets is not to meet them. */
export const roomy = { liveSessions: 10_000, activeTurns: 10_000, createBurst: 10_000 }
