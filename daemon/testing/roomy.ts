/** A test that is not about the machine's budgets is not to meet them: the most that settings allow, and many creates. */
export const roomy = { liveSessions: 64, activeTurns: 64, createBurst: 1_000 }
