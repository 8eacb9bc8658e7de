/** The words of records. What a later version writes down reads as it is named there. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { AuditEntry, CircuitEntry } from '../../shared/wire/audit.ts'
import { enActs } from '../locale/en-acts.ts'
import { enCircuitEnds } from '../locale/en-circuit-ends.ts'
import { t } from '../locale/t.ts'
import { byteCount } from '../parts/byte-count.ts'

const isAct = (key: string): key is keyof typeof enActs => Object.hasOwn(enActs, key)
const isEnd = (key: string): key is keyof typeof enCircuitEnds => Object.hasOwn(enCircuitEnds, key)

export function actWords(act: string): string {
  const key = `act.${act}`
  return isAct(key) ? t(key) : cleanLabel(act)
}

function endWords(reason: string): string {
  const key = `circuit_end.${reason}`
  return isEnd(key) ? t(key) : cleanLabel(reason)
}

/** In the largest whole unit. */
function spanWords(ms: number): string {
  if (ms < MINUTE_MS) return t('records.seconds', { n: Math.round(ms / SECOND_MS) })
  if (ms < HOUR_MS) return t('time.minutes', { n: Math.floor(ms / MINUTE_MS) })
  return t('time.hours', { n: Math.floor(ms / HOUR_MS) })
}

/** Whom, from where, and what else it was about. `machine`: the one whose records these are, which every line is about. */
export function actDetail(entry: AuditEntry, machine: string | null): string {
  const { user, userName, device, address, subject, subjectName, detail, detailName } = entry
  const who = user === null ? t('records.nobody') : (userName ?? t('records.gone_user'))
  const about = [
    subject === machine || subject === user ? null : (subjectName ?? subject),
    detailName ?? detail,
  ]
  return [
    ...about.filter((words) => words !== null).map((words) => cleanLabel(words)),
    t('records.by', { who: cleanLabel(who) }),
    device === null ? null : cleanLabel(device),
    address === null ? null : t('records.from', { address: cleanLabel(address) }),
  ]
    .filter((words) => words !== null)
    .join(' · ')
}

/** How long, why it is over, and what went through. */
export function circuitDetail(entry: CircuitEntry): string {
  const { device, openedAt, closedAt, reason, bytesUp, bytesDown } = entry
  return [
    device === null ? null : cleanLabel(device),
    closedAt === null ? t('records.open') : t('records.lasted', { span: spanWords(closedAt - openedAt) }),
    reason === null ? null : endWords(reason),
    bytesUp === null || bytesDown === null
      ? null
      : t('records.bytes', { up: byteCount(bytesUp), down: byteCount(bytesDown) }),
  ]
    .filter((words) => words !== null)
    .join(' · ')
}
