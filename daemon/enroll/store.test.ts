import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import { createEnrollmentStore, type Enrollment, type EnrollmentStore } from './store.ts'

let home: TempHome
let kit: TestCore
let store: EnrollmentStore

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  store = createEnrollmentStore(kit.db)
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

const enrollment: Enrollment = {
  machine: 'm_1',
  label: 'desk',
  owner: 'ada',
  issuer: 'i_1',
  origin: 'https://home.example',
  relayUrl: 'wss://home.example',
  enrolledAt: 5,
}

test('a machine is enrolled nowhere, then at one place, the latest', () => {
  expect(store.get()).toBeNull()
  store.replace(enrollment)
  expect(store.get()).toEqual(enrollment)
  store.replace({ ...enrollment, machine: 'm_2', owner: null })
  expect(store.get()).toEqual({ ...enrollment, machine: 'm_2', owner: null })
})

test('from which key on its authority’s are taken is of this enrollment: another one begins from the first', () => {
  store.replace(enrollment)
  expect(store.trustedFrom()).toBeNull()
  store.setTrustedFrom('a kid')
  expect(store.trustedFrom()).toBe('a kid')
  store.replace({ ...enrollment, machine: 'm_2' })
  expect(store.trustedFrom()).toBeNull()
})

test('statements stay in the order they were learned', () => {
  for (const jws of ['c', 'a', 'b']) store.addStatement(jws)
  expect(store.statements()).toEqual(['c', 'a', 'b'])
  store.forgetStatements()
  expect(store.statements()).toEqual([])
})
