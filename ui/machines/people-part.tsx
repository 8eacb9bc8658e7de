import { useEffect } from 'preact/hooks'
import type { Machine } from '../../shared/wire/machine.ts'
import { lazyPart, NotLoaded } from '../parts/lazy-part.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import type { Machines } from '../state/machines.ts'

const part = lazyPart(async () => (await import('./people-sections.tsx')).PeopleSections)

/** Loaded when a machine is looked at: most visits are for its sessions. */
export function PeoplePart(props: { machines: Machines; machine: Machine }) {
  useEffect(part.fetch, [])
  const Loaded = part.now.value
  if (typeof Loaded === 'function') return <Loaded {...props} />
  return Loaded === 'failed' ? <NotLoaded onAgain={part.fetch} /> : <Skeleton lines={3} />
}
