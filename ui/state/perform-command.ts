/** A command as a request of the machine's API, under its key. */
import { ok, type Result } from '../../shared/errors.ts'
import { Type, Value } from '../../shared/typebox.ts'
import { type Daemon, segment } from '../api/daemon.ts'
import { unwrap } from '../api/unwrap.ts'
import type { Applied, Command } from './outbox-entry.ts'

const nothing: Applied = { session: null, seq: null, landed: null }

export async function performCommand(
  daemon: Daemon,
  command: Command,
  key: string,
): Promise<Result<Applied>> {
  const under = { headers: { 'idempotency-key': key } }
  if (command.do === 'create') {
    const created = await unwrap(daemon.v1.sessions.post(command.body, under))
    return created.ok ? ok({ ...nothing, session: created.value.id }) : created
  }
  const at = daemon.v1.sessions({ session: segment(command.session) })
  const done = <T>(result: Result<T>): Result<Applied> =>
    result.ok ? ok({ ...nothing, session: command.session }) : result
  switch (command.do) {
    case 'prompt': {
      const landed = await unwrap(at.prompt.post({ text: command.text }, under))
      return landed.ok ? ok({ session: command.session, ...landed.value }) : landed
    }
    case 'take_back':
      return done(await unwrap(at.queue({ seq: String(command.seq) }).delete(undefined, under)))
    case 'answer':
      return done(await unwrap(at.asks({ ask: segment(command.ask) }).answer.post(command.answer, under)))
    case 'control': {
      const { control, value } = command
      return done(await unwrap(at.controls({ control: segment(control) }).post({ value }, under)))
    }
    case 'change':
      return done(await unwrap(at.patch(command.change, under)))
    case 'cancel':
      return done(await unwrap(at.cancel.post(undefined, under)))
    case 'stop':
      return done(await unwrap(at.stop.post(undefined, under)))
    case 'resume':
      return done(await unwrap(at.resume.post(undefined, under)))
    case 'park':
      return done(await unwrap(at.park.post(undefined, under)))
    case 'clear':
      return done(await unwrap(at.clear.post(undefined, under)))
    case 'stop_task':
      return done(await unwrap(at.tasks({ task: segment(command.task) }).stop.post(undefined, under)))
    case 'delete':
      return done(await unwrap(at.delete(undefined, under)))
  }
}

const Landed = Type.Object({ seq: Type.Integer(), landed: Type.String() })

/** Asks the machine what became of a command. `command_not_found`: it knows of none. */
export async function checkCommand(daemon: Daemon, command: Command, key: string): Promise<Result<Applied>> {
  const found = await unwrap(daemon.v1.commands({ key: segment(key) }).get())
  if (!found.ok) return found
  const { body } = found.value
  if (command.do === 'create') return ok({ ...nothing, session: typeof body === 'string' ? body : null })
  const landed = Value.Check(Landed, body) ? { seq: body.seq, landed: body.landed } : {}
  return ok({ ...nothing, session: command.session, ...landed })
}
