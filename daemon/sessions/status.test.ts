import { expect, test } from 'bun:test'
import { ExitReason } from '../../shared/wire/exit-reason.ts'
import { deriveStatus, neverStarted, returnsAtBoot, type StatusFacts } from './status.ts'

const reasons = ExitReason.anyOf.map((reason) => reason.const)

/** Every combination there is. */
const all: StatusFacts[] = (['starting', 'open', 'ending', null] as const).flatMap((run) =>
  [null, ...reasons].flatMap((exitReason) =>
    [true, false].flatMap((askOpen) =>
      [true, false].map((turnOpen) => ({ run, exitReason, askOpen, turnOpen })),
    ),
  ),
)

/** What the rule says, as a list read from the top: the first that holds is the status. */
const rule: [(facts: StatusFacts) => boolean, string][] = [
  [({ run }) => run === 'ending', 'stopping'],
  [({ run }) => run === 'starting', 'starting'],
  [({ askOpen }) => askOpen, 'blocked'],
  [({ turnOpen }) => turnOpen, 'running'],
  [({ run }) => run === 'open', 'idle'],
  [({ exitReason }) => exitReason === null, 'idle'],
  [({ exitReason }) => exitReason === 'parked', 'parked'],
  [
    ({ exitReason }) =>
      exitReason !== null && ['daemon_shutdown', 'daemon_restarted', 'config_changed'].includes(exitReason),
    'interrupted',
  ],
  [() => true, 'exited'],
]

test('every combination of facts has exactly the one status that comes first', () => {
  expect(all.length).toBe(4 * 11 * 4)
  for (const facts of all) {
    const first = rule.find(([holds]) => holds(facts))?.[1] ?? 'none'
    expect({ ...facts, status: deriveStatus(facts) }).toEqual({ ...facts, status: first as 'idle' })
  }
})

test('a run that is there outranks the exit before it', () => {
  const over = all.filter(({ run, exitReason }) => run === 'open' && exitReason !== null)
  expect(over.filter((facts) => ['parked', 'interrupted', 'exited'].includes(deriveStatus(facts)))).toEqual(
    [],
  )
})

test('a prompt brings back every exit but the two that never had a conversation', () => {
  expect(reasons.filter(neverStarted)).toEqual(['start_failed', 'start_timeout'])
  expect(neverStarted(null)).toBe(false)
})

test('at boot the daemon brings back what it ended itself', () => {
  expect(reasons.filter(returnsAtBoot)).toEqual(['daemon_shutdown', 'daemon_restarted', 'config_changed'])
  expect(returnsAtBoot(null)).toBe(false)
})
