import { AppError } from '../../../shared/errors.ts'
import { fingerprintHex, fingerprintWords } from '../../../shared/noise/fingerprint.ts'
import { fromBase64url } from '../../../shared/token/base64url.ts'

export interface Fingerprint {
  words: string
  hex: string
}

/** What a person compares; null for what is no key. */
export function fingerprintOf(key: string): Fingerprint | null {
  const bytes = fromBase64url(key)
  return bytes?.length === 32
    ? { words: fingerprintWords(bytes).join(' '), hex: fingerprintHex(bytes) }
    : null
}

/** The refusal of a key that was not taken; both are shown, and nothing was dialled. */
export function keyChanged(machine: string, pinned: string | null, offered: string): AppError {
  const detail = { pinned: pinned === null ? null : fingerprintOf(pinned), offered: fingerprintOf(offered) }
  const before = detail.pinned
    ? `${machine} is known here by another key than the authority gives for it.\n` +
      `  known:   ${detail.pinned.words}\n           ${detail.pinned.hex}`
    : `What answers as ${machine} does not know the secret that the machine was given.`
  const message =
    `${before}\n  offered: ${detail.offered?.words}\n           ${detail.offered?.hex}\n` +
    `Compare with fairlead status on the machine itself. If it was set up anew: fairlead trust ${machine}`
  return new AppError('machine_key_changed', message, detail)
}
