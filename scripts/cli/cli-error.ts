import { type ExitCode, exitOfCode } from './exit-codes.ts'

/** How a command ends when it cannot do what it was asked: a code for scripts, a sentence for people. */
export class CliError extends Error {
  readonly code: string
  readonly detail: unknown
  readonly exit: ExitCode

  constructor(code: string, message: string, options: { detail?: unknown; exit?: ExitCode } = {}) {
    super(message)
    this.name = 'CliError'
    this.code = code
    this.detail = options.detail
    this.exit = options.exit ?? exitOfCode(code)
  }
}

export const usageError = (message: string): CliError => new CliError('usage', message)
