import type { Directive } from './directives.ts'
import type { Oddity } from './oddity-names.ts'
import type { Turn } from './turn.ts'

/** Oddities of a permission: without a line that raises one, one is raised for a harmless command. */
const ofPermission: ReadonlySet<Oddity> = new Set<Oddity>([
  'unannounced-permission',
  'refusal-as-cancelled',
  'no-title-permission',
  'null-id',
  'withdraw-ask',
])

export function addOddity(turn: Turn, name: Oddity): void {
  switch (name) {
    case 'stderr-flood':
      turn.agent.process.floodStderr(true)
      break
    case 'stderr-quiet':
      turn.agent.process.floodStderr(false)
      break
    case 'replay-after-answer':
      turn.session.conversation.replayLate()
      break
    default:
      turn.oddities.add(name)
      if (ofPermission.has(name) && !turn.rest.some((directive) => raises(directive) || isOddity(directive)))
        turn.rest.unshift({ do: 'run', command: `echo ${name}` })
  }
}

const raises = (directive: Directive): boolean =>
  directive.do === 'run' || directive.do === 'write' || directive.do === 'tool'

/** The last of several oddities in a row raises the permission for all of them. */
const isOddity = (directive: Directive): boolean =>
  directive.do === 'oddity' && ofPermission.has(directive.name)
