/**
 * The agents Fairlead knows how to start. What an entry claims was seen on the wire with the version named in
 * `install`, except for the entries whose first note says that it comes from documentation.
 */
import { dirname, join } from 'node:path'
import { claudeSignIn, codexSignIn, kimiSignIn, type SignIn } from './sign-in.ts'
import {
  type AgentSystems,
  claudeSystems,
  codexSystems,
  gooseSystems,
  opencodeSystems,
  qwenSystems,
} from './systems.ts'

export interface CatalogueEntry {
  /** Also names `FAIRLEAD_AGENT_<ID>`: lower-case letters and digits. */
  readonly id: string
  readonly name: string
  /** Tried in this order; a program is a name on PATH or an absolute path. */
  readonly programs: readonly Program[]
  readonly install: Install
  /** Mode id a new session starts in because the agent's own does not ask a person; null where it does. */
  readonly askingMode: string | null
  /** Set where the daemon's own environment does not say otherwise. */
  readonly env: Readonly<Record<string, string>>
  /** Variables in which the agent takes a key. Empty where it keeps keys only in its own files. */
  readonly credentialVariables: readonly string[]
  /** How its environment says where its models are. */
  readonly systems: AgentSystems
  /** It takes `providers`, or does not. Absent: not known before it was started. */
  readonly takesProviders?: boolean
  /** Null where nobody can sign in through us. */
  readonly signIn: SignIn | null
  /** What a person should know before relying on it. */
  readonly notes: readonly string[]
}

export interface Program {
  readonly program: string
  readonly args: readonly string[]
  /** Where packages install programs of one name: the npm package that it has to lie in, or must not lie in. */
  readonly only?: string
  readonly except?: string
}

export type Install =
  | { readonly kind: 'shipped' }
  | { readonly kind: 'npm'; readonly package: string; readonly version: string }
  | { readonly kind: 'page'; readonly url: string }
  /** Somebody put it into `agents.toml`. */
  | { readonly kind: 'own' }

/** Where the demo agent lives: the Bun that runs it, its main file, and the home that holds its conversations. */
export interface DemoPlace {
  readonly bunPath: string
  readonly demoMain: string
  readonly home: string
}

/** What an entry is that says nothing. */
export const plain = {
  askingMode: null,
  env: {},
  credentialVariables: [],
  systems: {},
  signIn: null,
} as const

const FROM_DOCUMENTATION = 'Not tried by us yet: how it is started comes from its documentation.'

/** Installs a program of the same name as the other adapter of Codex. */
const ZED_CODEX = '@zed-industries/codex-acp'

const published: readonly CatalogueEntry[] = [
  {
    ...plain,
    id: 'claude',
    name: 'Claude Code',
    programs: [{ program: 'claude-agent-acp', args: [] }],
    install: { kind: 'npm', package: '@agentclientprotocol/claude-agent-acp', version: '0.101.0' },
    askingMode: 'default',
    credentialVariables: ['ANTHROPIC_API_KEY'],
    systems: claudeSystems,
    signIn: claudeSignIn,
    notes: [
      'On its own it starts in “auto”, where a model decides what may run; sessions here start in “default”, which asks you.',
      'Allow rules in your Claude settings (~/.claude and the workspace’s .claude) run commands without asking.',
    ],
  },
  {
    ...plain,
    id: 'codex',
    name: 'Codex',
    programs: [{ program: 'codex-acp', args: [], except: ZED_CODEX }],
    install: { kind: 'npm', package: '@agentclientprotocol/codex-acp', version: '2.6.0' },
    askingMode: 'read-only',
    credentialVariables: ['CODEX_API_KEY'],
    systems: codexSystems,
    signIn: codexSignIn,
    notes: [
      'On its own it starts in “agent”, where a model approves; sessions here start in “read-only”, which asks you.',
      'approval_policy and sandbox_mode in ~/.codex/config.toml can run commands without asking; inside its sandbox it never asks.',
    ],
  },
  {
    ...plain,
    id: 'gemini',
    name: 'Gemini CLI',
    programs: [{ program: 'gemini', args: ['--acp'] }],
    install: { kind: 'npm', package: '@google/gemini-cli', version: '0.61.0' },
    // It refuses to load a conversation within the clock minute that made it, and has rewritten the file by then.
    credentialVariables: ['GEMINI_API_KEY'],
    takesProviders: false,
    notes: [
      'Versions that do not know --acp need FAIRLEAD_AGENT_GEMINI="gemini --experimental-acp".',
      'A conversation less than a minute old cannot be resumed yet.',
    ],
  },
  {
    ...plain,
    id: 'kimi',
    name: 'Kimi Code',
    programs: [{ program: 'kimi', args: ['acp'] }],
    install: { kind: 'npm', package: '@moonshot-ai/kimi-code', version: '2.1.0' },
    takesProviders: false,
    signIn: kimiSignIn,
    notes: [
      'Needs Node 22.19 or newer on PATH: under Node 20 it ends at once.',
      'What “kimi -p” was told in a terminal is not listed: it looks like a conversation in which nothing was said.',
    ],
  },
  {
    ...plain,
    id: 'opencode',
    name: 'OpenCode',
    programs: [{ program: 'opencode', args: ['acp'] }],
    install: { kind: 'npm', package: 'opencode-ai', version: '1.18.33' },
    systems: opencodeSystems,
    takesProviders: false,
    notes: [
      'It runs commands and edits files without asking unless its opencode.json says "permission": {"bash": "ask", "edit": "ask"}.',
      'Even then tools of MCP servers run without asking.',
    ],
  },
  {
    ...plain,
    id: 'qwen',
    name: 'Qwen Code',
    programs: [{ program: 'qwen', args: ['--acp'] }],
    install: { kind: 'npm', package: '@qwen-code/qwen-code', version: '0.24.4' },
    askingMode: 'default',
    credentialVariables: ['OPENAI_API_KEY'],
    systems: qwenSystems,
    takesProviders: false,
    notes: [
      'On its own it starts in “auto”, where a model decides what may run; sessions here start in “default”, which asks you.',
    ],
  },
  {
    ...plain,
    id: 'zcodex',
    name: 'Codex (Zed’s adapter)',
    programs: [{ program: 'codex-acp', args: [], only: ZED_CODEX }],
    install: { kind: 'npm', package: ZED_CODEX, version: '0.16.0' },
    askingMode: 'read-only',
    credentialVariables: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
    systems: codexSystems,
    takesProviders: false,
    // The same files as codex, so the same sign-in; its package does not bring the program.
    signIn: { ...codexSignIn, bundled: null },
    notes: [
      'Its program has the same name as the one behind “Codex”: where it did not come from npm, set FAIRLEAD_AGENT_ZCODEX to its full path.',
      'Sessions here start in “read-only”, which asks you before a command leaves the sandbox; inside it nothing is asked.',
      'approval_policy and sandbox_mode in ~/.codex/config.toml can run commands without asking.',
    ],
  },
  {
    ...plain,
    id: 'copilot',
    name: 'GitHub Copilot CLI',
    programs: [{ program: 'copilot', args: ['--acp', '--stdio'] }],
    install: {
      kind: 'page',
      url: 'https://docs.github.com/en/copilot/reference/copilot-cli-reference/acp-server',
    },
    notes: [FROM_DOCUMENTATION],
  },
  {
    ...plain,
    id: 'cursor',
    name: 'Cursor CLI',
    // Newer installers also call it `agent`: too common a name to start whatever answers to it.
    programs: [{ program: 'cursor-agent', args: ['acp'] }],
    install: { kind: 'page', url: 'https://cursor.com/docs/cli/acp' },
    credentialVariables: ['CURSOR_API_KEY'],
    notes: [
      FROM_DOCUMENTATION,
      'Where only its other name, agent, is installed, set FAIRLEAD_AGENT_CURSOR="agent acp".',
      'Its own approvalMode setting decides what is asked; “unrestricted” asks nothing.',
    ],
  },
  {
    ...plain,
    id: 'goose',
    name: 'goose',
    programs: [{ program: 'goose', args: ['acp'] }],
    install: { kind: 'page', url: 'https://block.github.io/goose/docs/guides/acp-clients' },
    // Its mode ids over ACP differ between versions; the variable is documented and older than they are.
    env: { GOOSE_MODE: 'approve' },
    systems: gooseSystems,
    notes: [
      FROM_DOCUMENTATION,
      'On its own it asks for nothing; sessions here start with GOOSE_MODE=approve unless you set that variable yourself.',
      'A database migration tool is called goose too: if that one comes first on PATH, set FAIRLEAD_AGENT_GOOSE to the full path and “acp”.',
    ],
  },
  {
    ...plain,
    id: 'grok',
    name: 'Grok Build',
    programs: [{ program: 'grok', args: ['agent', 'stdio'] }],
    install: { kind: 'page', url: 'https://docs.x.ai/build/cli/headless-scripting' },
    // Else it answers its own question with no after half an hour.
    env: { GROK_ASK_USER_QUESTION_TIMEOUT_ENABLED: 'false' },
    notes: [FROM_DOCUMENTATION, 'Other programs are called grok too; only xAI’s own speaks this protocol.'],
  },
]

/** Ids in the order they are shown: the demo first, it is what a newcomer can run. */
export const agentIds: readonly string[] = ['demo', ...published.map((entry) => entry.id)]

/** The whole table; the demo's entry depends on where it lives. */
export function catalogue(demo: DemoPlace): readonly CatalogueEntry[] {
  // Bun would run what the workspace's own bunfig.toml names and read its .env: it is given ours and told to read none.
  const flags = [`--config=${join(dirname(demo.demoMain), '..', '..', 'bunfig.toml')}`, '--no-env-file']
  const args = [...flags, demo.demoMain, '--state', join(demo.home, 'demo')]
  return [
    {
      ...plain,
      id: 'demo',
      name: 'Demo',
      programs: [{ program: demo.bunPath, args }],
      install: { kind: 'shipped' },
      takesProviders: false,
      notes: ['Needs no account, no model and no network; the commands you approve really run.'],
    },
    ...published,
  ]
}

/** One sentence that tells a person how to get a missing agent. */
export function installSentence(entry: CatalogueEntry): string {
  switch (entry.install.kind) {
    case 'shipped':
      return `${entry.name} is part of Fairlead, but its program cannot be run: install Fairlead again.`
    case 'npm':
      return `${entry.name} was not found on PATH. Install it with: npm install --global ${entry.install.package}@${entry.install.version}`
    case 'own':
      return `${entry.name} was not found: its command is the one in agents.toml in this daemon’s home.`
    case 'page':
      return `${entry.name} was not found on PATH. How to install it: ${entry.install.url}`
  }
}
