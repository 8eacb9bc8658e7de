/** What the authority lets be done only a short while after the password was given. */
import { type ReadonlySignal, signal } from '@preact/signals'
import { ok, type Result } from '../../shared/errors.ts'

/** The password is asked for, and acts wait for it. */
export interface FreshAsk {
  /** What to say of it; a refusal leaves the ask open. */
  give(password: string): Promise<Result<null>>
  /** The acts that wait are not done. */
  leave(): void
}

export interface FreshActs {
  /** Drawn by the one sheet of `parts/fresh-act.tsx`. */
  readonly ask: ReadonlySignal<FreshAsk | null>
  /**
   * Does `act`. Where the authority wants the password first, it is asked for and the act done once more; whoever
   * leaves gets the refusal, `fresh_sign_in_required`, and what they had typed is still there.
   */
  run<T>(act: () => Promise<Result<T>>): Promise<Result<T>>
}

/** `freshen` gives the authority the password. */
export function createFreshActs(freshen: (password: string) => Promise<Result<null>>): FreshActs {
  const ask = signal<FreshAsk | null>(null)
  let given: Promise<boolean> | null = null

  /** Several acts at once wait for one password. True: it was given. */
  function passwordGiven(): Promise<boolean> {
    given ??= new Promise<boolean>((resolve) => {
      const end = (was: boolean): void => {
        ask.value = null
        given = null
        resolve(was)
      }
      ask.value = {
        async give(password) {
          const done = await freshen(password)
          if (!done.ok) return done
          end(true)
          return ok(null)
        },
        leave: () => end(false),
      }
    })
    return given
  }

  return {
    ask,
    async run(act) {
      const first = await act()
      if (first.ok || first.error.code !== 'fresh_sign_in_required') return first
      return (await passwordGiven()) ? act() : first
    },
  }
}
