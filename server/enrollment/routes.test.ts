import { expect, test } from 'bun:test'
import { HOUR_MS } from '../../shared/time.ts'
import { Enrolled, EnrollmentCode, RegisteredMachine } from '../../shared/wire/machine.ts'
import { createMachineStore } from '../machines/store.ts'
import { newKey, type Rig, readAs, startRig } from '../testing/rig.ts'
import { createCodeStore } from './store.ts'

const keys = () => ({ machineKey: newKey(), signKey: newKey() })
const enroll = (rig: Rig, body: object) => rig.ask('/v1/enroll', { body, headers: { origin: null } })

test('a code pins a machine’s keys once, and answers what the daemon has to know', async () => {
  await using rig = await startRig({ origin: 'https://fl.example' })
  const ada = await rig.firstAdmin()
  const { machine, enrollment } = await ada.get(RegisteredMachine, '/v1/machines', {
    body: { label: 'desk' },
  })
  const pinned = keys()
  const answer = readAs(Enrolled, await enroll(rig, { code: enrollment.code, ...pinned }))
  expect(answer).toMatchObject({
    machine: machine.id,
    label: 'desk',
    owner: 'ada',
    issuer: rig.authority.issuer,
    origin: 'https://fl.example',
    relayUrl: 'wss://fl.example',
  })
  expect(answer.statements).toHaveLength(1)
  expect(createMachineStore(rig.db).get(machine.id)).toMatchObject({ ...pinned, statement: 1 })
  expect((await enroll(rig, { code: enrollment.code, ...keys() })).code).toBe('code_unusable')
  expect(createMachineStore(rig.db).get(machine.id)).toMatchObject(pinned)
})

test('a newer code burns the one before, and time burns them all', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const made = await ada.get(RegisteredMachine, '/v1/machines', { body: { label: 'desk' } })
  const path = `/v1/machines/${made.machine.id}/enrollment-codes`
  const newer = await ada.get(EnrollmentCode, path, { method: 'POST' })
  expect((await enroll(rig, { code: made.enrollment.code, ...keys() })).code).toBe('code_unusable')
  expect(createCodeStore(rig.db).endings(made.machine.id)).toEqual(['replaced', null])
  rig.clock.advance(HOUR_MS)
  expect((await enroll(rig, { code: newer.code, ...keys() })).code).toBe('code_unusable')
  const last = await ada.get(EnrollmentCode, path, { method: 'POST' })
  expect((await enroll(rig, { code: last.code, ...keys() })).status).toBe(200)
})

test('enrolling again replaces the keys and has the old tunnel looked at', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const made = await ada.get(RegisteredMachine, '/v1/machines', { body: { label: 'desk' } })
  const { id } = made.machine
  await enroll(rig, { code: made.enrollment.code, ...keys() })
  const before = rig.authority.authorization.tunnel(id)
  const { code } = await ada.get(EnrollmentCode, `/v1/machines/${id}/enrollment-codes`, { method: 'POST' })
  // Until it is used nothing changes.
  expect(rig.authority.authorization.tunnel(id)).toEqual(before)
  rig.relay.reauthorized.length = 0
  await enroll(rig, { code, ...keys() })
  expect(rig.relay.reauthorized).toEqual([{ machine: id }])
  expect(rig.authority.authorization.tunnel(id)).not.toEqual(before)
})

test('neither the code nor a sign-in’s token is anywhere in the database', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const { enrollment } = await ada.get(RegisteredMachine, '/v1/machines', { body: { label: 'desk' } })
  rig.db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  const bytes = Buffer.from(await Bun.file(rig.path).bytes())
  expect(bytes.includes(ada.user)).toBe(true)
  expect(bytes.includes(enrollment.code)).toBe(false)
  expect(bytes.includes(ada.secret)).toBe(false)
})
