/** An act of the authority’s own host while no authority runs in its home: the home is held for it alone. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '../shared/errors.ts'
import { createLog } from '../shared/log.ts'
import type { HostAct, HostAnswer } from '../shared/wire/host-act.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import { openHome } from './home.ts'
import { assemble, type StartRefusal } from './start.ts'

export type Acted =
  | { kind: 'done'; result: Result<HostAnswer> }
  | { kind: 'nothing_here' }
  /** Another process holds the home: it is asked by its socket. */
  | { kind: 'running' }
  | { kind: 'refused'; refusal: StartRefusal }

export interface StoppedOptions {
  home: string
  env: Readonly<Record<string, string | undefined>>
}

export async function actWhileStopped({ home: path, env }: StoppedOptions, act: HostAct): Promise<Acted> {
  // Nobody who mistypes a home gets an authority there.
  if (!existsSync(join(path, 'authority', 'authority.db'))) return { kind: 'nothing_here' }
  const read = readConfig(env)
  if (!read.ok) return refused('config_invalid', read.problems.join('; '))
  const { config } = read
  const opened = openHome(path, process.pid)
  if (opened.kind === 'locked') return { kind: 'running' }
  if (opened.kind === 'unwritable') return refused('home_unwritable', opened.message)
  const { home } = opened
  const database = openDatabase(home.database)
  if (database.kind !== 'opened') {
    home.close()
    return refused('database_corrupt', database.message)
  }
  const port = home.rememberedPort() ?? config.port
  const where = () => ({ host: config.host, port })
  const { db } = database
  try {
    const authority = assemble(
      { home: path, host: null, port: null, env },
      {
        config,
        log: createLog('warn'),
        db,
        where,
        isServing: false,
      },
    )
    try {
      return { kind: 'done', result: authority.hostActs(act) }
    } finally {
      await authority.close()
    }
  } finally {
    db.close()
    home.close()
  }
}

const refused = (code: StartRefusal['code'], message: string): Acted => ({
  kind: 'refused',
  refusal: { code, message },
})
