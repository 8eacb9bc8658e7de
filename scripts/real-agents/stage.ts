/** What a scenario works with: one agent, its workspace, the model it calls, and a daemon of its own. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NewSession, Session } from '../../shared/wire/session.ts'
import { unwrap } from '../cli/client.ts'
import type { StubModel } from '../stub-model/stub-model.ts'
import type { AgentDaemon } from './agent-daemon.ts'
import { type AgentProcess, agentProcesses } from './agent-processes.ts'
import { type DrivenSession, driveSession } from './driven-session.ts'
import { realAgentLimits } from './limits.ts'
import type { Place } from './place.ts'
import type { RealAgent } from './real-agent.ts'
import { ScenarioFailed } from './scenario.ts'

export interface Stage {
  agent: RealAgent
  daemon: AgentDaemon
  stub: StubModel
  place: Place
  /** A session whose agent is open. */
  open(wanted?: Partial<Pick<NewSession, 'mcpServers' | 'text'>>): Promise<DrivenSession>
  /** The same of a session that was made otherwise. */
  drive(made: Session): Promise<DrivenSession>
  /** The absolute path of a file of the workspace. */
  path(name: string): string
  /** What a file of the workspace holds; null: it is not there. */
  file(name: string): string | null
  processes(): AgentProcess[]
}

export interface OpenStage extends Stage {
  /** Stops and deletes what the scenario opened. */
  close(): Promise<void>
}

export function openStage(parts: {
  agent: RealAgent
  daemon: AgentDaemon
  stub: StubModel
  place: Place
}): OpenStage {
  const { agent, daemon, stub, place } = parts
  const opened: DrivenSession[] = []
  const drive = async (made: Session): Promise<DrivenSession> => {
    const session = driveSession(daemon.api, made)
    opened.push(session)
    await session.view.until('the agent to open', realAgentLimits.openMs, ({ session: now }) => {
      if (now.status === 'exited') throw new ScenarioFailed(`the agent did not start: ${now.detail}`)
      return now.status !== 'starting'
    })
    return session
  }
  return {
    agent,
    daemon,
    stub,
    place,
    drive,
    async open(wanted = {}) {
      const wish = { agent: agent.catalogueId, cwd: place.cwd, ...wanted }
      return await drive(await unwrap(daemon.api.v1.sessions.post(wish)))
    },
    path: (name) => join(place.cwd, name),
    file(name) {
      const path = join(place.cwd, name)
      return existsSync(path) ? readFileSync(path, 'utf8') : null
    },
    processes: () => agentProcesses(place.mark),
    async close() {
      for (const { id, view } of opened) {
        await view.close()
        await unwrap(daemon.api.v1.sessions({ session: id }).stop.post())
        await unwrap(daemon.api.v1.sessions({ session: id }).delete())
      }
    },
  }
}
