/** The folders of one agent's run, all in a temporary one: what it needs besides is in its own file. */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MARK } from './agent-processes.ts'
import type { Installed, RealAgent } from './real-agent.ts'

export interface Place {
  /** Blank homes for daemons; their paths are short enough for a socket. */
  daemonHome(n: number): string
  /** Where the agent was installed. */
  installed: Installed
  /** The workspace. */
  cwd: string
  /** What a daemon is started with, and the agent inherits; its home comes to it. */
  env: Record<string, string>
  /** On everything that is started in it. */
  mark: string
  root: string
  remove(): Promise<void>
}

export interface PlaceOptions {
  agent: RealAgent
  installed: Installed
  stub: string
  /** PATH of whoever runs this. */
  path: string
}

export async function makePlace({ agent, installed, stub, path }: PlaceOptions): Promise<Place> {
  const root = await mkdtemp(join(await realpath(tmpdir()), 'fl-'))
  const [agentHome, cwd, temp] = [join(root, 'home'), join(root, 'work'), join(root, 'tmp')]
  for (const folder of [agentHome, cwd, temp]) await mkdir(folder)
  await agent.configure(agentHome, stub, cwd)
  const mark = root
  return {
    daemonHome: (n) => join(root, `d${n}`),
    installed,
    cwd,
    mark,
    root,
    env: {
      PATH: path,
      HOME: agentHome,
      TMPDIR: temp,
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      SHELL: '/bin/bash',
      ...agent.env(agentHome, stub),
      [MARK]: mark,
      FAIRLEAD_LOG: 'warn',
      [`FAIRLEAD_AGENT_${agent.catalogueId.toUpperCase()}`]: agent.command(installed).map(quoted).join(' '),
    },
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  }
}

export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
