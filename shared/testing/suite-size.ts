/** How many inputs a fuzz test tries: few in every run, many in the weekly one (`scripts/test --weekly`). */
export const inputs = (everyRun: number, weekly: number): number =>
  Bun.env.FAIRLEAD_WEEKLY === '1' ? weekly : everyRun
