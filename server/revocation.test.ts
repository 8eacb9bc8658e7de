/** Every act that takes something away: the circuit that had it closes, the next is refused, the machine is told. */
import { expect, test } from 'bun:test'
import { relayCodeOf } from '../shared/relay/close-codes.ts'
import { refusalOf } from './relay/testing/client.ts'
import type { TestDaemon } from './testing/daemon.ts'
import { revocationStory } from './testing/revocation-story.ts'
import { loserOf, revokingActs } from './testing/revoking-acts.ts'

test.each(revokingActs.map((one) => [one.act, one] as const))(
  '%s: the open circuit closes, the next one is refused, the machine is told',
  async (_, one) => {
    const { of, code, next = code, told, run } = one
    const it = await revocationStory()
    const who = await loserOf(one, it)
    const capability = await it.capability(who)
    const bystander = await it.circuit(await it.capability(of === 'carol' ? it.bob : it.carol))
    const device = await it.circuit(capability)
    const answer = await run(it, who)
    expect(answer).not.toHaveProperty('error')
    expect<string | null>(relayCodeOf((await device.closed).code)).toBe(code)
    expect((await refusalOf(await it.connect(capability))).code).toBe(next)
    if (told !== null) await toldOf(it.daemon, told)
    // Whoever lost nothing goes on.
    if (told === 'sid' || told === 'dev') expect(bystander.socket.readyState).toBe(WebSocket.OPEN)
    await it.end()
  },
  20_000,
)

/** Resolves with the first order that revokes by this member; others may come before it. */
async function toldOf(daemon: TestDaemon, member: 'sub' | 'dev' | 'sid'): Promise<void> {
  for (;;) {
    const order = await daemon.order()
    if (order.t === 'revoked' && order[member] !== undefined) return
  }
}
