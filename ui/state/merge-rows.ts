/** Which rows are one, and what they are together. Rows stay as they are: a merged one is a new object. */
import type { LongText } from '../../shared/wire/text.ts'
import type { AskRow, MessageRow, PlanRow, PromptRow, Row, ToolRow } from './rows.ts'

/** What names a row for good, so that its place can be looked up; null: it is near the end, or stands for itself. */
export function nameOf(row: Row): string | null {
  switch (row.kind) {
    case 'prompt':
      return `prompt ${row.prompt}`
    case 'ask':
      return `ask ${row.ask}`
    case 'tool':
      return `tool ${row.call.toolCall}`
    default:
      return null
  }
}

/** Where in `rows` the row is that `row` continues; -1: nowhere. `last`: where the last row of a name is. */
export function placeOf(rows: readonly Row[], last: ReadonlyMap<string, number>, row: Row): number {
  switch (row.kind) {
    case 'prompt':
    case 'ask':
      return last.get(nameOf(row) ?? '') ?? -1
    case 'tool':
      return placeOfCall(rows, last.get(nameOf(row) ?? '') ?? -1, row)
    case 'plan':
      return lastInTurn(rows, row, (one) => one.kind === 'plan')
    case 'message':
    case 'thought':
      return placeOfMessage(rows, row)
    case 'turn_end':
    case 'note':
      return -1
  }
}

/** Some agents count their calls from one again in each turn: what is announced after one ended is another. */
function placeOfCall(rows: readonly Row[], at: number, row: ToolRow): number {
  const before = rows[at]
  if (before?.kind !== 'tool') return -1
  const isOver = ['completed', 'failed', 'cancelled'].includes(before.call.status ?? '')
  return isOver && row.begins && before.lastTurn !== row.turn ? -1 : at
}

/** The same id in the same turn; without an id, what stands right before it. */
function placeOfMessage(rows: readonly Row[], row: MessageRow): number {
  const isSame = (one: Row | undefined): boolean =>
    one?.kind === row.kind &&
    one.message === row.message &&
    one.role === row.role &&
    one.replay === row.replay &&
    one.turn === row.turn
  if (row.message !== null) return lastInTurn(rows, row, isSame)
  return isSame(rows.at(-1)) ? rows.length - 1 : -1
}

function lastInTurn(rows: readonly Row[], { turn }: Row, fits: (one: Row) => boolean): number {
  for (let at = rows.length - 1; at >= 0; at--) {
    const one = rows[at]
    if (!one || one.kind === 'turn_end' || (turn !== null && one.seq < turn)) return -1
    if (one.turn === turn && fits(one)) return at
  }
  return -1
}

/** `later` continues `row`: {@link placeOf} said so. */
export function merged(row: Row, later: Row): Row {
  if (row.kind === 'prompt' && later.kind === 'prompt') return mergedPrompt(row, later)
  if (row.kind === 'ask' && later.kind === 'ask') return mergedAsk(row, later)
  if (row.kind === 'tool' && later.kind === 'tool') return mergedCall(row, later)
  if (row.kind === 'plan' && later.kind === 'plan') return mergedPlan(row, later)
  const isText = (one: Row): one is MessageRow => one.kind === 'message' || one.kind === 'thought'
  if (isText(row) && isText(later)) {
    return { ...row, parts: joined(row.parts, later.parts), error: row.error || later.error }
  }
  throw new TypeError(`a ${later.kind} row does not continue a ${row.kind} row`)
}

const mergedPrompt = (row: PromptRow, later: PromptRow): PromptRow => ({
  ...row,
  text: row.text ?? later.text,
  delivered: row.delivered || later.delivered,
  steered: row.steered || later.steered,
  withdrawn: later.withdrawn ?? row.withdrawn,
})

const mergedAsk = (row: AskRow, later: AskRow): AskRow => ({
  ...row,
  body: row.body ?? later.body,
  settled: later.settled ?? row.settled,
})

const mergedPlan = (row: PlanRow, later: PlanRow): PlanRow => ({ ...row, entries: later.entries })

/** Each event replaces the fields it carries; output is appended. */
const mergedCall = (row: ToolRow, later: ToolRow): ToolRow => ({
  ...row,
  call: { ...row.call, ...later.call },
  output: joined(row.output, later.output),
  lastTurn: later.lastTurn,
})

function joined(before: readonly LongText[], after: readonly LongText[]): readonly LongText[] {
  const last = before.at(-1)
  const first = after[0]
  if (typeof last !== 'string' || typeof first !== 'string') return [...before, ...after]
  return [...before.slice(0, -1), last + first, ...after.slice(1)]
}
