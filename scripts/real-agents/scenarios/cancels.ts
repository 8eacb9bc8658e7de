import { type DrivenSession, stopWords } from '../driven-session.ts'
import { realAgentLimits } from '../limits.ts'
import { check, pass, type Scenario } from '../scenario.ts'
import { waitUntil } from '../wait-until.ts'

export const cancelStreaming: Scenario = {
  id: 'cancel-streaming',
  title: 'Cancelled while it streams',
  async run({ open }) {
    const session = await open()
    const { seq } = await session.prompt('[[tokens 5000 10]]')
    await session.view.until('the first words', realAgentLimits.stepMs, () => session.said(seq) !== '')
    await cancelled(session, seq)
    return pass
  },
}

export const cancelHanging: Scenario = {
  id: 'cancel-hanging',
  title: 'Cancelled while its model hangs',
  async run({ open, stub }) {
    const session = await open()
    const { seq } = await session.prompt('[[hang]]')
    await waitUntil('the model to be asked', realAgentLimits.stepMs, () =>
      stub.requests().some(({ user, housekeeping }) => !housekeeping && user.includes('[[hang]]')),
    )
    await cancelled(session, seq)
    return pass
  },
}

export const cancelInTool: Scenario = {
  id: 'cancel-in-tool',
  title: 'Cancelled in a command, which ends with it',
  async run({ open, file, processes }) {
    const session = await open()
    const { seq } = await session.prompt('[[bash touch begun.txt && sleep 4321]]')
    await session.choose(await session.permission(), 'allow_once')
    const runs = (): boolean => processes().some(({ command }) => /\bsleep 4321$/.test(command))
    await waitUntil('the command to run', realAgentLimits.stepMs, () => file('begun.txt') !== null && runs())
    await cancelled(session, seq)
    await waitUntil('the command to be gone', realAgentLimits.goneMs, () => !runs())
    const open_ = openCalls(session)
    check(open_.length === 0, `calls that nobody closed: ${open_.join(', ')}`)
    return pass
  },
}

/** The turn ends as cancelled, and the next one works. */
async function cancelled(session: DrivenSession, seq: number): Promise<void> {
  await session.cancel()
  const result = await session.result(seq, realAgentLimits.cancelMs)
  check(result.stopReason === 'cancelled', `the turn ended ${stopWords(result)}`)
  const next = await session.prompt('[[say still here]]')
  const after = await session.result(next.seq)
  check(after.stopReason === 'end_turn', `the next turn ended ${stopWords(after)}`)
  check(session.said(next.seq).includes('still here'), 'the next turn said nothing')
}

function openCalls(session: DrivenSession): string[] {
  const status = new Map<string, string>()
  for (const event of session.view.now().events) {
    if (event.type === 'tool_call' && event.status !== undefined) status.set(event.toolCall, event.status)
  }
  return [...status].filter(([, now]) => now === 'pending' || now === 'in_progress').map(([call]) => call)
}
