import type { Status } from '../../../shared/wire/status.ts'
import { CliError } from '../cli-error.ts'
import { unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { type Fingerprint, fingerprintOf } from '../remote/key-changed.ts'
import { type RunFile, readRunFile } from '../run-file.ts'

export const status: Command = {
  name: 'status',
  summary: 'Say whether this machine is up.',
  usage: '',
  flags: {},
  positionals: { least: 0, most: 0 },
  async run({ daemon, home, machine, output }) {
    try {
      const found = await unwrap(daemon.v1.status.get())
      const here = machine === null ? readRunFile(home) : null
      const authority = authorityOf(found, here)
      if (output.json) output.value({ ...found, authority })
      else {
        const { pid, version, url, home, sessions, keeper } = found.daemon
        output.line(`daemon ${version} at ${url} (pid ${pid}), home ${home}`)
        output.line(
          `${sessions} sessions; ${keeper ? `keeper pid ${keeper.pid} holds ${keeper.runs} runs` : 'no keeper'}`,
        )
        for (const line of linesOf(authority)) output.line(line)
      }
      return exitCodes.ok
    } catch (error) {
      if (!(error instanceof CliError) || error.exit !== exitCodes.unreachable) throw error
      if (output.json) output.value({ daemon: null })
      else output.fail(error)
      return exitCodes.unreachable
    }
  },
}

/** Where the machine is reached from elsewhere; null: nowhere. */
interface AuthorityPart {
  origin: string
  issuer: string
  /** It is this process too. */
  here: boolean
  machine: string
  label: string
  owner: string | null
  tunnel: Status['tunnel']
  /** The machine's own key, to compare. */
  fingerprint: Fingerprint | null
  /** Whether the authority took its next keys is not known yet. */
  keyChangeWaits: boolean
}

function authorityOf({ enrollment, tunnel }: Status, run: RunFile | null): AuthorityPart | null {
  if (!enrollment) return null
  const { origin, issuer, machine, label, owner, key, keyChangeWaits = false } = enrollment
  const here = run !== null && run.url !== run.daemonUrl && run.url === origin
  const fingerprint = key === undefined ? null : fingerprintOf(key)
  return { origin, issuer, here, machine, label, owner, tunnel, fingerprint, keyChangeWaits }
}

function linesOf(authority: AuthorityPart | null): string[] {
  if (!authority) return ['not enrolled: reached from this host only']
  const { origin, here, label, owner, tunnel, fingerprint, keyChangeWaits } = authority
  const why = tunnel?.why === undefined ? '' : `: ${tunnel.why}`
  return [
    `${label}${owner === null ? '' : ` of ${owner}`} at ${origin}${here ? ' (here)' : ''}`,
    `tunnel ${tunnel?.state ?? 'off'}${why}`,
    ...(fingerprint ? [`key ${fingerprint.words}`, `    ${fingerprint.hex}`] : []),
    ...(keyChangeWaits ? ['its next keys wait for the authority, which is asked again'] : []),
  ]
}
