import { gateLink } from '../parts/link-gate.ts'

/** How to get an agent, as the machine says it: words, and at their end what is copied or opened. */
export interface InstallParts {
  words: string
  command: string | null
  link: { href: string; host: string } | null
}

export function installParts(sentence: string): InstallParts {
  const at = sentence.lastIndexOf(': ')
  const end = at < 0 ? '' : sentence.slice(at + 2)
  const words = sentence.slice(0, at + 1)
  const link = gateLink(end)
  if (link) return { words, command: null, link }
  if (/^npm install [\x21-\x7e ]+$/.test(end)) return { words, command: end, link: null }
  return { words: sentence, command: null, link: null }
}
