import { type Client, type Rig, startRig } from './rig.ts'

/** Ada runs the authority, and Bob does not. */
export async function withBob(): Promise<{ rig: Rig; ada: Client; bob: Client }> {
  const rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.addUser('bob')
  return { rig, ada, bob: await rig.signIn('bob') }
}

export const patchUser = (admin: Client, user: string, body: object) =>
  admin.ask(`/v1/admin/users/${user}`, { method: 'PATCH', body })

/** What was done to somebody or something, the oldest first. */
export const auditOf = (rig: Rig, subject: string): string[] =>
  rig.db
    .query<{ act: string }, [string]>('SELECT act FROM audit WHERE subject = ? ORDER BY id')
    .all(subject)
    .map(({ act }) => act)
