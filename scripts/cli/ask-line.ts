import { usageError } from './cli-error.ts'
import type { Context } from './command.ts'
import type { Keyboard } from './keyboard.ts'

/** One line: asked for on a terminal (a secret is typed blind), else the next of what is piped in. */
export async function askLine(
  { keyboard, output }: Context,
  what: string,
  how: 'shown' | 'secret' = 'shown',
): Promise<string> {
  const line = keyboard.present ? await typedLine() : await pipedLine(keyboard)
  if (line === null || line.trim() === '') throw usageError(`no ${what.toLowerCase()} was given`)
  return line.trim()

  async function typedLine(): Promise<string | null> {
    // Blind before the question is there: what is typed at once must not be echoed either.
    const line = keyboard.nextLine(undefined, how === 'secret')
    output.noteWrite(`${what}: `)
    const typed = await line
    if (how === 'secret') output.note('')
    return typed
  }
}

const piped = new WeakMap<Keyboard, Promise<string[]>>()

/** Several answers may come in one piece, so all of it is read first. */
async function pipedLine(keyboard: Keyboard): Promise<string | null> {
  const reading = piped.get(keyboard) ?? keyboard.readAll().then((text) => text.split('\n'))
  piped.set(keyboard, reading)
  return (await reading).shift() ?? null
}

/** Whether a person agrees; without one it has to be said with the command. */
export async function agreed(context: Context, question: string, saidYes: boolean): Promise<boolean> {
  if (saidYes) return true
  if (!context.keyboard.present) throw usageError('nobody here can agree to this; add --yes')
  context.output.noteWrite(`${question} [y/N] `)
  const line = await context.keyboard.nextLine()
  return /^y(?:es)?$/i.test(line?.trim() ?? '')
}
