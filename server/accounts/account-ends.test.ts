import { expect, test } from 'bun:test'
import { withBob } from '../testing/admin-story.ts'
import { admitted } from '../testing/fleet.ts'
import { createAccountEnds } from './account-ends.ts'
import { createUserStore } from './user-store.ts'

test('whoever asks, the last admin that is not disabled is kept, and one that is disabled is not counted', async () => {
  const { rig, ada, bob } = await withBob()
  await using _rig = rig
  const users = createUserStore(rig.db)
  const nothing = (): never => {
    throw new Error('only asked, nothing is done')
  }
  const { kept } = createAccountEnds({
    users,
    devices: { list: nothing, retire: nothing },
    apiKeys: { live: nothing, revoke: nothing },
    machineEnds: { revoke: nothing, releaseAll: nothing, burnCodesOf: nothing, lookAgain: nothing },
    endSignIns: nothing,
    mailTokens: { burnAll: nothing },
    revoke: { lost: nothing, onMachine: nothing, machine: nothing },
    audit: { append: nothing },
  })
  const who = admitted(rig, bob)
  const codeOf = (id: string) => {
    const user = users.get(id)
    return user && (kept(who, user)?.error.code ?? null)
  }
  // Bob's right went while his request was on its way.
  expect(codeOf(ada.user)).toBe('last_admin')
  expect(codeOf(bob.user)).toBe('own_account')
  users.setAdmin(bob.user, true)
  expect(codeOf(ada.user)).toBe(null)
  users.setDisabled(bob.user, 1)
  expect(codeOf(ada.user)).toBe('last_admin')
})
