import type { Ask } from '../../shared/wire/ask.ts'
import { askDigest } from '../../shared/wire/ask-digest.ts'
import type { AskRead, JsonRpcId } from '../acp/change.ts'
import type { Work } from '../db/transact.ts'
import type { RunRow } from '../runs/store.ts'
import type { Core } from '../sessions/core.ts'
import { wholeCall } from './whole-call.ts'

type Waiting = Exclude<AskRead, { kind: 'refused' }>

/** An agent waits for a person: the ask is stored with all that answering it will need, whoever does that. */
export function openAsk(
  core: Core,
  work: Work,
  run: RunRow,
  requestId: JsonRpcId,
  read: Waiting,
  readAt: number,
): void {
  const session = core.sessions.get(run.session)
  if (!session) return
  const turn = core.turns.open(session.id)?.seq ?? null
  const prefix = read.kind === 'permission' ? 'perm' : 'elic'
  const id = `${prefix}-${core.sessions.nextAsk(session.id)}-${session.askSalt}`
  const head = { id, session: session.id, openedAt: work.now, ...(turn === null ? {} : { turn }) }
  const body: Ask =
    read.kind === 'permission'
      ? { ...head, kind: 'permission', permission: wholeCall(core, session.id, read.permission) }
      : { ...head, kind: 'question', question: read.question }
  core.asks.insert({
    id,
    session: session.id,
    run: run.id,
    turn,
    reply: read.reply,
    replyContext: read.kind === 'question' ? (read.context ?? null) : null,
    requestId,
    readAt,
    body,
    shown: askDigest(body),
    openedAt: work.now,
  })
  if (body.kind === 'permission') {
    core.log.append(work, session.id, { type: 'permission_request', ask: id, ...body.permission }, turn)
  } else {
    core.log.append(work, session.id, { type: 'elicitation_request', ask: id, ...body.question }, turn)
  }
}
