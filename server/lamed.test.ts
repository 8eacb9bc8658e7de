/** A machine that its owner's account switches off, and that comes back by itself with the account. */
import { expect, test } from 'bun:test'
import { Tokens } from '../shared/wire/machine.ts'
import { createUserStore } from './accounts/user-store.ts'
import { type Story, story } from './testing/story.ts'

const lamed: [string, string, (told: Story) => void, (told: Story) => void][] = [
  [
    'its owner is disabled',
    'owner_disabled',
    ({ rig, bob }) => createUserStore(rig.db).setDisabled(bob.user, 1),
    ({ rig, bob }) => createUserStore(rig.db).setDisabled(bob.user, null),
  ],
  [
    'its owner has more machines than are allowed now',
    'over_limit',
    ({ rig, bob }) => createUserStore(rig.db).setMachineLimit(bob.user, 0),
    ({ rig, bob }) => createUserStore(rig.db).setMachineLimit(bob.user, null),
  ],
]

test.each(lamed)(
  'while %s, circuit, tunnel and token are refused as %s: nothing is revoked, and nobody but its owner is out',
  async (_, code, switchOff, switchOn) => {
    const told = await story()
    await using rig = told.rig
    const { authorization } = rig.authority
    const subject = authorization.circuit(told.token)
    if (!subject.ok) throw new TypeError(subject.code)
    switchOff(told)
    expect(authorization.circuit(told.token)).toMatchObject({ ok: false, code })
    expect<string | null>(authorization.stillHolds(subject.value)).toBe(code)
    expect(authorization.tunnel(told.desk)).toMatchObject({ ok: false, code })
    const body = { machines: [told.desk] }
    const { tokens } = await told.ada.get(Tokens, '/v1/tokens', { body })
    expect(tokens[0]).toMatchObject({ error: { code } })
    // A grantee is refused a machine, and stays signed in.
    expect((await told.ada.ask('/v1/me')).status).toBe(200)
    switchOn(told)
    expect(authorization.circuit(told.token).ok).toBe(true)
    expect(authorization.tunnel(told.desk).ok).toBe(true)
  },
)
