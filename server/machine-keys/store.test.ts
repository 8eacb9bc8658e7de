import { expect, test } from 'bun:test'
import { enrolled, startRig } from '../testing/rig.ts'
import { createMachineKeyStore } from './store.ts'

test('statements are kept in their order, a machine’s own, and only the newest so many', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const store = createMachineKeyStore(rig.db)
  const [desk, lamp] = [await enrolled(rig, ada, 'desk'), await enrolled(rig, ada, 'lamp')]
  store.add({ machine: lamp, number: 1, jws: 'lamp 1', at: 5 }, 3)
  for (let number = 1; number <= 5; number++) {
    store.add({ machine: desk, number, jws: `desk ${number}`, at: 5 }, 3)
  }
  expect(store.of(desk)).toEqual([3, 4, 5].map((number) => ({ number, jws: `desk ${number}` })))
  expect(store.of(lamp)).toEqual([{ number: 1, jws: 'lamp 1' }])
  store.drop(desk)
  expect(store.of(desk)).toEqual([])
  expect(store.of(lamp)).toHaveLength(1)
})
