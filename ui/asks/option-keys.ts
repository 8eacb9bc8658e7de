/** Number keys answer a permission: 1 is the agent's first option, whatever it is. Pure. */
import type { AskOption } from '../../shared/wire/ask.ts'

export interface KeyPress {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  /** Held down: a key that was meant for what stood here before must not answer. */
  repeat: boolean
}

/** The option that a key press chooses, or null. `typing`: the focus is where text goes. */
export function optionForKey(
  press: KeyPress,
  options: readonly AskOption[],
  typing: boolean,
): AskOption | null {
  if (typing || press.repeat || press.altKey || press.ctrlKey || press.metaKey || press.shiftKey) return null
  if (!/^[1-9]$/.test(press.key)) return null
  return options[Number(press.key) - 1] ?? null
}

export function isTyping(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false
  return element.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName)
}

/** Refusing never waits; anything else, and any kind nobody knows, is an approval. */
export const isRefusal = ({ kind }: AskOption): boolean => kind.startsWith('reject')

/** The one option that is drawn as the plain next step: the only one that allows once. */
export function leadingOption(options: readonly AskOption[]): AskOption | null {
  const once = options.filter(({ kind }) => kind === 'allow_once')
  return once.length === 1 ? (once[0] ?? null) : null
}
