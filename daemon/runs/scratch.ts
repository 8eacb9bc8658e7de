/**
 * Runs that belong to no session: an agent is started, asked something and ended. They are the keeper's like any other,
 * because it alone ends everything that an agent started, and because what a killed daemon leaves there is unknown to
 * the next one and ended by it (`runs.attach`). A child of our own would outlive a SIGKILL.
 */
import { newRunId, type Random } from '../../shared/ids.ts'
import { lineSplitter } from '../acp/lines.ts'
import { type Message, readMessage } from '../acp/message.ts'
import type { RunEnd } from '../keeper/frames.ts'
import type { DaemonLimits } from '../limits.ts'
import type { KeeperHandlers, KeeperLink } from './keeper-link.ts'

export interface ScratchRun {
  /** One line for the agent, with its newline. */
  send(line: string): void
  /** The kill ladder. */
  end(): void
  /** Settles when the run is over, whoever ended it, with why in words. */
  ended: Promise<string>
}

export interface ScratchRuns {
  /** What the keeper says of scratch runs stays here; the rest goes on to `next`. */
  handlers(next: KeeperHandlers): KeeperHandlers
  start(
    link: KeeperLink,
    program: { argv: string[]; env: Record<string, string>; cwd: string },
    onMessage: (message: Message) => void,
  ): ScratchRun
}

interface Live {
  link: KeeperLink
  /** Lines that wait for the process. */
  waiting: string[] | null
  sent: number
  read(offset: number, bytes: Uint8Array): void
  over(why: string): void
}

export function createScratchRuns(deps: {
  random: Random
  limits: Pick<DaemonLimits, 'agentLineBytes'>
}): ScratchRuns {
  const live = new Map<string, Live>()
  const finish = (run: string, why: string): boolean => {
    const one = live.get(run)
    live.delete(run)
    one?.over(why)
    return one !== undefined
  }
  const input = (run: string, one: Live, line: string): void => one.link.input(run, ++one.sent, line)

  return {
    handlers: (next) => ({
      ...next,
      spawned(run, pid) {
        const one = live.get(run)
        if (!one) return next.spawned(run, pid)
        one.link.read(run, 0)
        const lines = one.waiting ?? []
        one.waiting = null
        for (const line of lines) input(run, one, line)
      },
      spawnFailed(run, message) {
        if (!finish(run, message)) next.spawnFailed(run, message)
      },
      output(run, offset, bytes) {
        const one = live.get(run)
        if (!one) return next.output(run, offset, bytes)
        one.read(offset, bytes)
        one.link.ack(run, offset + bytes.length)
      },
      took(run, n, resend) {
        if (!live.has(run)) next.took(run, n, resend)
      },
      ended(run, end) {
        const one = live.get(run)
        if (!one) return next.ended(run, end)
        one.link.forget(run)
        finish(run, endWords(end))
      },
      lost(why) {
        for (const run of [...live.keys()]) finish(run, why)
        next.lost(why)
      },
    }),

    start(link, { argv, env, cwd }, onMessage) {
      const run = newRunId(deps.random)
      const ended = Promise.withResolvers<string>()
      const splitter = lineSplitter(0, deps.limits.agentLineBytes)
      const one: Live = {
        link,
        waiting: [],
        sent: 0,
        read(_offset, bytes) {
          for (const line of splitter.push(bytes)) {
            if (line.kind === 'overflow') return link.end(run)
            onMessage(readMessage(line.text))
          }
        },
        over: ended.resolve,
      }
      live.set(run, one)
      link.spawn(run, argv, cwd, env)
      return {
        send(line) {
          if (one.waiting) one.waiting.push(line)
          else if (live.has(run)) input(run, one, line)
        },
        end() {
          if (live.has(run)) link.end(run)
        },
        ended: ended.promise,
      }
    },
  }
}

function endWords({ code, signal, stderr }: RunEnd): string {
  const said = stderr.trim().split('\n').slice(-5).join('\n')
  const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`
  return `the agent's program ${how}${said ? `: ${said}` : ''}`
}
