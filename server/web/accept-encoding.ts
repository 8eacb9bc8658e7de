import { UI_ENCODINGS } from '../../shared/ui-manifest.ts'
import type { Encoding } from './read-build.ts'

/** The smallest form that `header` (RFC 9110, section 12.5.3) allows; weights only tell what is refused. */
export function chosenEncoding(header: string | null, has: (form: Encoding) => boolean): Encoding {
  const allowed = new Map<string, boolean>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const refused = parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))
    if (name !== '') allowed.set(name, !refused)
  }
  const isAllowed = (name: string): boolean => allowed.get(name) ?? allowed.get('*') ?? false
  return UI_ENCODINGS.find(({ name }) => isAllowed(name) && has(name))?.name ?? 'identity'
}
