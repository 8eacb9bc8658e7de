/**
 * How a person signs in to an agent, and how one asks whether somebody did. The program is the vendor's command line,
 * which may be another one than the program that speaks ACP; what is not known of it is null and not offered.
 */
export interface SignIn {
  /** A name on PATH. */
  readonly program: string
  /** The variable by which the agent is pointed at another copy: the same copy is then asked. */
  readonly programVariable: string | null
  /** Where an installation of the agent brings it along, below `node_modules`. */
  readonly bundled: string | null
  readonly login: { readonly args: readonly string[]; readonly readsInput: boolean }
  readonly logout: readonly string[] | null
  readonly status: StatusQuestion | null
}

/** The answer is in the words and never in the exit code, which a crash and a missing program have too. */
export interface StatusQuestion {
  readonly args: readonly string[]
  readonly stream: 'stdout' | 'stderr'
  readonly read:
    | { readonly kind: 'json'; readonly member: string }
    | { readonly kind: 'words'; readonly signedIn: RegExp; readonly signedOut: RegExp }
}

const platform = `${process.platform}-${process.arch}`

/** Its login shows an address and waits for a code that is pasted. */
export const claudeSignIn: SignIn = {
  program: 'claude',
  programVariable: 'CLAUDE_CODE_EXECUTABLE',
  bundled: `@anthropic-ai/claude-agent-sdk-${platform}/claude`,
  login: { args: ['auth', 'login'], readsInput: true },
  logout: ['auth', 'logout'],
  status: { args: ['auth', 'status'], stream: 'stdout', read: { kind: 'json', member: 'loggedIn' } },
}

/** Without `--device-auth` it waits for a browser on this machine. */
export const codexSignIn: SignIn = {
  program: 'codex',
  programVariable: 'CODEX_PATH',
  bundled: '.bin/codex',
  login: { args: ['login', '--device-auth'], readsInput: false },
  logout: ['logout'],
  status: {
    args: ['login', 'status'],
    stream: 'stderr',
    read: { kind: 'words', signedIn: /\blogged in\b/i, signedOut: /\bnot logged in\b/i },
  },
}

/** A device code, like codex. It has no status command. */
export const kimiSignIn: SignIn = {
  program: 'kimi',
  programVariable: null,
  bundled: '.bin/kimi',
  login: { args: ['login'], readsInput: false },
  logout: null,
  status: null,
}

/** Null: it said neither. */
export function readStatus(
  question: StatusQuestion,
  said: { stdout: string; stderr: string },
): boolean | null {
  const text = said[question.stream]
  const { read } = question
  if (read.kind === 'json') return jsonAnswer(text, read.member)
  // "Logged in" is part of "Not logged in".
  if (read.signedOut.test(text)) return false
  return read.signedIn.test(text) ? true : null
}

function jsonAnswer(text: string, member: string): boolean | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return null
    const said: unknown = Reflect.get(value, member)
    return typeof said === 'boolean' ? said : null
  } catch (error) {
    if (error instanceof SyntaxError) return null // words where JSON was expected: a crash, another version
    throw error
  }
}
