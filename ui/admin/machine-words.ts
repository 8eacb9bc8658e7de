import { cleanLabel } from '../../shared/untrusted.ts'
import type { AdminMachine } from '../../shared/wire/admin.ts'
import { t } from '../locale/t.ts'

export const ownerWords = ({ ownerName }: AdminMachine): string =>
  ownerName === null ? t('fleet.nobodys') : t('fleet.of', { owner: cleanLabel(ownerName) })

/** Whether anybody gets through to it, and why not. */
export function machineState({ enrolled, online, overLimit, ownerDisabled }: AdminMachine): string {
  if (!enrolled) return t('fleet.not_enrolled')
  if (ownerDisabled) return t('fleet.owner_disabled')
  if (overLimit) return t('fleet.over_limit')
  return online ? t('fleet.online') : t('fleet.offline')
}

export const machineMatches = ({ label, ownerName, id }: AdminMachine, words: string): boolean => {
  const wanted = words.trim().toLowerCase()
  return [label, ownerName ?? '', id].some((text) => text.toLowerCase().includes(wanted))
}
