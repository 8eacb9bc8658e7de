import { headUtf8 } from '../../shared/bytes.ts'
import { LABEL_BYTES } from '../../shared/limits.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { AskSummary } from '../../shared/wire/ask.ts'
import type { Session } from '../../shared/wire/session.ts'
import type { AskRow } from '../asks/store.ts'
import { shownPreset } from '../presets/held.ts'
import { shownControls } from '../presets/narrow.ts'
import type { RunRow } from '../runs/store.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'
import { deriveStatus } from './status.ts'

/** How much of a waiting prompt a snapshot carries; the whole is in the log. */
const QUEUED_TEXT_BYTES = 4 * 1024

/** A session as it is now, put together from its rows. */
export function snapshotOf(
  core: Pick<Core, 'turns' | 'runs' | 'asks' | 'lives' | 'tasks' | 'presets'>,
  row: SessionRow,
): Session {
  const turn = core.turns.open(row.id)
  const asks = core.asks.open(row.id)
  const life = core.lives.get(row.id)
  const tasks = core.tasks.list(row.id)
  const preset = shownPreset(core, row)
  const run = row.run === null ? null : core.runs.get(row.run)
  const status = deriveStatus({
    run: runState(run, row),
    exitReason: row.exitReason,
    askOpen: asks.length > 0,
    turnOpen: turn !== null || life.unpromptedSince !== null,
  })
  return {
    id: row.id,
    nickname: row.nickname,
    title: row.title,
    agent: row.agent,
    cwd: row.cwd,
    status,
    ...(row.exitReason === null ? {} : { reason: row.exitReason }),
    ...(row.exitDetail === null ? {} : { detail: row.exitDetail }),
    ...(row.exitUnconfirmed ? { unconfirmed: true } : {}),
    conversation: row.conversation,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    pinned: row.pinned,
    lastSeq: row.lastSeq,
    turn: turn?.seq ?? null,
    cancelRequestedAt: turn?.cancelAt ?? life.unpromptedCancel,
    queue: core.turns.waiting(row.id).map((prompt) => ({
      seq: prompt.seq,
      text: headUtf8(prompt.text, QUEUED_TEXT_BYTES),
      at: prompt.at,
    })),
    asks: asks.map(summaryOf),
    controls: shownControls(core, row),
    ...(row.waitingControls.length ? { waitingControls: row.waitingControls } : {}),
    commands: row.commands,
    context: row.context,
    ...(life.restUntil === null ? {} : { restUntil: life.restUntil }),
    ...(life.restWhy === null ? {} : { restWhy: life.restWhy }),
    ...(life.unpromptedSince === null ? {} : { unpromptedSince: life.unpromptedSince }),
    ...(life.clearing === null ? {} : { clearing: true }),
    ...(life.forgotten ? { forgotten: true } : {}),
    ...(life.reportsTasks || tasks.length > 0 ? { tasks } : {}),
    ...(preset === undefined ? {} : { preset }),
  }
}

function runState(run: RunRow | null, row: SessionRow): 'starting' | 'open' | 'ending' | null {
  if (!run || run.phase === 'ended') return null
  return row.ending === null ? run.phase : 'ending'
}

function summaryOf(ask: AskRow): AskSummary {
  const head = {
    id: ask.id,
    kind: ask.body.kind,
    openedAt: ask.openedAt,
    ...(ask.turn === null ? {} : { turn: ask.turn }),
  }
  if (ask.body.kind === 'question')
    return { ...head, title: cleanLabel(ask.body.question.message, LABEL_BYTES) }
  const { toolCall, options } = ask.body.permission
  return {
    ...head,
    title: cleanLabel(toolCall.title ?? toolCall.kind ?? toolCall.toolCall, LABEL_BYTES),
    options,
  }
}
