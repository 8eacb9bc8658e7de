/** By which the suite finds what a step of it left running, however far that got from its parent. */
export const SUITE_MARK = 'SUITE_STEP_MARK'

/** For an environment that a test puts together by itself: nothing where no suite runs. */
export function suiteMark(): Record<string, string> {
  const mark = process.env[SUITE_MARK]
  return mark === undefined ? {} : { [SUITE_MARK]: mark }
}
