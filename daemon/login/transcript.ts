/**
 * What a program wrote on a terminal, as text: without escape sequences and control characters, its end where it is
 * long. A sequence may be cut by a chunk at any place; every way in goes through the same scrub and the same bound.
 */
import { tailUtf8 } from '../../shared/bytes.ts'
import { terminalSafe } from '../../shared/untrusted.ts'
import type { DaemonLimits } from '../limits.ts'
import { webLink } from './web-link.ts'

type Bounds = Pick<DaemonLimits, 'loginOutputBytes' | 'loginSequenceChars' | 'loginLinkChars'>

export interface Transcript {
  push(chunk: Uint8Array): void
  /** Nothing more comes: what was held back is scrubbed and added last. */
  end(): void
  text(): string
  /** The first address that a person may open; a hyperlink's target before what is only text. */
  link(): string | null
}

const COLOUR = /\u001b\[[0-9;]*m/g
// OSC 8 ; parameters ; target, ended by BEL or ST.
const HYPERLINK = /\u001b\]8;[^;\u0007\u001b]*;([^\u0007\u001b]+)(?:\u0007|\u001b\\)/g
// What may go on in the next chunk: a sequence without its end (ESC \\ may be cut in two), a return before its newline.
const OPEN = /(?:\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b]*\u001b?)?|\r)$/
const ADDRESS = /https?:\/\/[^\s"'<>`\\^{|}]+/g

export function createTranscript(limits: Bounds): Transcript {
  const decoder = new TextDecoder()
  let text = ''
  let held = ''
  let target: string | null = null

  const add = (raw: string): void => {
    for (const [, address = ''] of raw.matchAll(HYPERLINK)) target ??= webLink(address, limits.loginLinkChars)
    text = tailUtf8(text + scrub(raw), limits.loginOutputBytes)
  }
  const take = (more: string, last: boolean): void => {
    const whole = held + more
    const cut = last ? whole.length : whole.length - (OPEN.exec(whole)?.[0].length ?? 0)
    held = whole.slice(cut)
    if (held.length > limits.loginSequenceChars) {
      add(whole)
      held = ''
    } else add(whole.slice(0, cut))
  }
  return {
    push: (chunk) => take(decoder.decode(chunk, { stream: true }), false),
    end: () => take(decoder.decode(), true),
    text: () => text,
    link() {
      if (target !== null) return target
      // The last line may go on.
      const lines = held === '' && !text.endsWith('\n') ? text.slice(0, text.lastIndexOf('\n') + 1) : text
      for (const [address] of (lines || text).matchAll(ADDRESS)) {
        const link = webLink(address.replace(/[.,;:!?)\]]+$/, ''), limits.loginLinkChars)
        if (link !== null) return link
      }
      return null
    },
  }
}

/** A return alone draws a line again: without a break every frame of a spinner would be one line. */
const scrub = (raw: string): string =>
  terminalSafe(raw.replace(/\r+\n/g, '\n').replace(/\r/g, '\n')).replace(COLOUR, '')
