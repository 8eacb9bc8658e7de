/** A machine's keys, and what each life of them says of the next. */

import { toBase64url } from '../../shared/token/base64url.ts'
import { nodePublicKey, nodeSigner } from '../../shared/token/node-verifier.ts'
import { issueSuccessor, type MachineKeyPair, type SuccessorOf } from '../../shared/token/successor.ts'
import { Enrolled, EnrollmentCode, RegisteredMachine } from '../../shared/wire/machine.ts'
import { type Client, newKey, type Rig, readAs } from './rig.ts'

export interface MachineLife extends MachineKeyPair {
  sign(message: Uint8Array): Uint8Array
}

let made = 0

export function newLife(): MachineLife {
  const secret = new Uint8Array(32).fill(++made)
  return {
    machineKey: newKey(),
    signKey: toBase64url(nodePublicKey(secret)),
    sign: nodeSigner(secret),
  }
}

/** What `from` says of `to`; `change` says something else instead. */
export const saysOf = (
  rig: Rig,
  machine: string,
  from: MachineLife,
  to: MachineKeyPair,
  change: Partial<SuccessorOf> & { number: number },
): string =>
  issueSuccessor(
    { issuer: rig.authority.issuer, machine, from, to, now: rig.clock.now(), ...change },
    from.sign,
  )

/** A machine of this client's, with the keys of a life. */
export async function enrolledAs(
  rig: Rig,
  client: Client,
  label: string,
  keys: MachineKeyPair,
): Promise<string> {
  const { machine, enrollment } = await client.get(RegisteredMachine, '/v1/machines', { body: { label } })
  await enrollAs(rig, enrollment.code, keys)
  return machine.id
}

export async function enrolledAnew(rig: Rig, client: Client, machine: string, keys: MachineKeyPair) {
  const path = `/v1/machines/${machine}/enrollment-codes`
  const { code } = await client.get(EnrollmentCode, path, { method: 'POST' })
  await enrollAs(rig, code, keys)
}

async function enrollAs(rig: Rig, code: string, { machineKey, signKey }: MachineKeyPair): Promise<void> {
  const body = { code, machineKey, signKey }
  readAs(Enrolled, await rig.ask('/v1/enroll', { body, headers: { origin: null } }))
}
