/** Whole lines for the events that are facts rather than streamed text. */
import { cleanLabel } from '../../../shared/untrusted.ts'
import type { Control } from '../../../shared/wire/control.ts'
import type { PlanEntry, SessionEvent } from '../../../shared/wire/event.ts'
import { safeText } from '../output.ts'
import type { Style } from '../style.ts'

type TurnResult = Extract<SessionEvent, { type: 'turn_result' }>
type SessionFact = Extract<SessionEvent, { type: 'session_status' }>

/** Prose on one line: cleaned like a label, never cut like one. */
export const oneLine = (text: string): string => cleanLabel(text, Number.POSITIVE_INFINITY)

/** `text` is safe already. */
export const promptText = (text: string, style: Style): string =>
  `${text
    .split('\n')
    .map((line) => `${style.bold('>')} ${line}\n`)
    .join('')}`

export function planText(entries: readonly PlanEntry[], style: Style): string {
  const rows = entries.map((entry) => `  ${markOf(entry.status)} ${oneLine(entry.content)}\n`)
  return `${style.cyan('[plan]')}\n${rows.join('')}`
}

function markOf(status: string | undefined): string {
  if (status === 'completed') return '[x]'
  return status === 'in_progress' ? '[>]' : '[ ]'
}

export function turnText(event: TurnResult, context: string, style: Style): string {
  const calm = event.stopReason === 'end_turn'
  const words = [event.stopReason.replaceAll('_', ' '), context].filter((word) => word !== '').join(' · ')
  const head = calm ? style.dim(`-- ${words}`) : style.yellow(`-- ${words}`)
  return event.message ? `${head}\n${safeText(event.message, style)}\n` : `${head}\n`
}

export function statusText(event: SessionFact, style: Style): string {
  const words = [`session ${event.status}`]
  if (event.reason) words.push(`(${event.reason.replaceAll('_', ' ')})`)
  if (event.message) words.push(safeText(event.message, style))
  const line = `${style.dim(words.join(' '))}\n`
  if (!event.unconfirmed) return line
  const left = event.left?.map((name) => cleanLabel(name)).join(', ') || 'it cannot be told which'
  return `${line}${style.red(`not confirmed that everything ended; still running: ${left}`)}\n`
}

export function configText(controls: readonly Control[], style: Style): string {
  const shown = controls.map((control) => `${cleanLabel(control.name)}: ${controlValue(control)}`)
  return shown.length === 0 ? '' : `${style.dim(`(${shown.join(' · ')})`)}\n`
}

/** The current value by the name a person knows it under. */
export function controlValue(control: Control): string {
  if (control.kind === 'boolean') return control.value ? 'on' : 'off'
  const choice = control.choices.find((one) => one.value === control.value)
  return cleanLabel(choice?.name ?? control.value)
}
