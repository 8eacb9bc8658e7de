/** What most tests of access stand on. */
import { type Client, capabilityFor, enrolled, type Rig, share, startRig } from './rig.ts'

export interface Story {
  rig: Rig
  ada: Client
  bob: Client
  desk: string
  /** Ada's capability for the desk. */
  token: string
}

/** Bob's machine, which Ada may use; Ada is an admin, which is worth nothing here. */
export async function story(): Promise<Story> {
  const rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.addUser('bob')
  const bob = await rig.signIn('bob')
  const desk = await enrolled(rig, bob, 'desk', true)
  share(rig, desk, ada.user, ['session:read', 'session:write'])
  return { rig, ada, bob, desk, token: await capabilityFor(ada, desk) }
}
