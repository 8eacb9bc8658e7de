import { MACHINE_LABEL_PATTERN } from '../../shared/wire/identity.ts'

const LABEL = new RegExp(MACHINE_LABEL_PATTERN)
const MOST = 63

/** An id is never mistaken for a label. */
export const LIKE_AN_ID = /^[a-z]{1,4}_[0-9a-hjkmnp-tv-z]{26}$/i

/** A host's name as a label; “machine” where nothing of it can be one. A person may rename it. */
export function machineLabel(hostname: string): string {
  const label = hostname
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, MOST)
  return LABEL.test(label) ? label : 'machine'
}
