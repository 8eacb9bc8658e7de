/** Every act that takes something away, as the story of one authority tells it. */
import { MadeApiKey } from '../../shared/wire/account.ts'
import { EnrollmentCode } from '../../shared/wire/machine.ts'
import { enroll } from './daemon.ts'
import type { RevocationStory, Session } from './revocation-story.ts'
import { PASSWORD } from './rig.ts'

export interface RevokingAct {
  act: string
  /** Whose circuit it is; a function: who is made for it. */
  of: 'phone' | 'carol' | ((told: RevocationStory) => Promise<Session>)
  /** How the circuit is closed. */
  code: string
  /** How the next one is refused, where not in the same way. */
  next?: string
  /** Whom the revocation on the tunnel names; null: the tunnel itself is closed. */
  told: 'sub' | 'dev' | 'sid' | null
  run(told: RevocationStory, lost: Session): Promise<unknown>
}

const machineOf = ({ daemon }: RevocationStory): string => `/v1/machines/${daemon.machine}`
const grantOf = (told: RevocationStory): string => `${machineOf(told)}/grants/${told.carol.user}`

const byKey = async (it: RevocationStory): Promise<Session> => {
  const { phone } = it
  const wanted = { name: 'script', scopes: ['circuits', 'read'], device: phone.device }
  const { key, secret } = await phone.as(MadeApiKey, 'POST', '/v1/keys', wanted)
  return { ...it.holding(secret), user: phone.user, device: key.id }
}

export const revokingActs: readonly RevokingAct[] = [
  {
    act: 'sign-out',
    of: 'phone',
    code: 'session_revoked',
    told: 'sid',
    run: ({ phone }) => phone.ask('POST', '/v1/logout'),
  },
  {
    act: 'a sign-in ended from another one, with all others',
    of: 'phone',
    code: 'session_revoked',
    told: 'sid',
    run: ({ bob }) => bob.ask('DELETE', '/v1/sign-ins'),
  },
  {
    act: 'a sign-in evicted by newer ones',
    of: 'phone',
    code: 'session_revoked',
    told: 'sid',
    async run({ signIn }) {
      for (let n = 0; n < 10; n++) await signIn('bob')
    },
  },
  {
    act: 'a device retired from another one',
    of: 'phone',
    code: 'device_revoked',
    told: 'dev',
    run: ({ bob, phone }) => bob.ask('DELETE', `/v1/devices/${phone.device}`),
  },
  {
    act: 'a key revoked',
    of: byKey,
    code: 'api_key_revoked',
    told: 'sid',
    run: ({ bob }, { device }) => bob.ask('DELETE', `/v1/keys/${device}`),
  },
  {
    act: 'the device of a key retired',
    of: byKey,
    code: 'device_revoked',
    told: 'dev',
    run: ({ bob, phone }) => bob.ask('DELETE', `/v1/devices/${phone.device}`),
  },
  {
    act: 'the password changed elsewhere',
    of: 'phone',
    code: 'session_revoked',
    told: 'sid',
    run: ({ bob }) =>
      bob.ask('POST', '/v1/password', { current: PASSWORD, password: `${PASSWORD} and more` }),
  },
  {
    act: 'the password reset by a letter',
    of: 'phone',
    code: 'session_revoked',
    told: 'sid',
    run: ({ holding, resetToken, bob }) =>
      holding(null).ask('POST', '/v1/reset', { token: resetToken(bob.user), password: 'another long one' }),
  },
  {
    act: 'a grant narrowed',
    of: 'carol',
    code: 'stale_capability',
    told: 'sub',
    run: (told) => told.bob.ask('PUT', grantOf(told), { scopes: ['session:read'] }),
  },
  {
    act: 'a grant ended',
    of: 'carol',
    code: 'grant_missing',
    told: 'sub',
    run: (told) => told.bob.ask('DELETE', grantOf(told)),
  },
  {
    act: 'a grantee who leaves',
    of: 'carol',
    code: 'grant_missing',
    told: 'sub',
    run: (told) => told.carol.ask('DELETE', `${machineOf(told)}/grant`),
  },
  {
    act: 'remote chat switched off',
    of: 'phone',
    code: 'stale_capability',
    told: 'sub',
    run: (told) => told.bob.ask('PATCH', machineOf(told), { remoteChat: false }),
  },
  {
    act: 'the machine revoked',
    of: 'carol',
    code: 'machine_revoked',
    told: null,
    run: (told) => told.bob.ask('DELETE', machineOf(told)),
  },
  {
    act: 'the machine enrolled anew',
    of: 'phone',
    code: 'unauthenticated',
    next: 'machine_offline',
    told: null,
    async run(told) {
      const { code } = await told.bob.as(EnrollmentCode, 'POST', `${machineOf(told)}/enrollment-codes`)
      await enroll(told.authority.url, code)
    },
  },
  {
    act: 'a machine without an owner adopted, which turns its remote chat off',
    of: 'carol',
    code: 'stale_capability',
    told: 'sub',
    run(told) {
      told.disown()
      return told.ada.ask('POST', `/v1/admin/machines/${told.daemon.machine}/adoption`, {
        owner: told.carol.user,
      })
    },
  },
  {
    act: 'a user disabled',
    of: 'carol',
    code: 'user_disabled',
    told: 'sub',
    run: ({ ada, carol }) => ada.ask('PATCH', `/v1/admin/users/${carol.user}`, { disabled: true }),
  },
  {
    act: 'a user deleted',
    of: 'carol',
    code: 'user_deleted',
    told: 'sub',
    run: ({ ada, carol }) => ada.ask('DELETE', `/v1/admin/users/${carol.user}`),
  },
  {
    act: 'the owner disabled, for who uses the machine',
    of: 'carol',
    code: 'owner_disabled',
    told: null,
    run: ({ ada, bob }) => ada.ask('PATCH', `/v1/admin/users/${bob.user}`, { disabled: true }),
  },
  {
    act: 'the owner deleted, for who uses the machine',
    of: 'carol',
    code: 'machine_revoked',
    told: null,
    run: ({ ada, bob }) => ada.ask('DELETE', `/v1/admin/users/${bob.user}`),
  },
  {
    act: 'the owner’s limit lowered',
    of: 'carol',
    code: 'over_limit',
    told: null,
    run: ({ ada, bob }) => ada.ask('PATCH', `/v1/admin/users/${bob.user}`, { machineLimit: 0 }),
  },
]

/** Whose circuit the act is about. */
export const loserOf = async ({ of }: RevokingAct, told: RevocationStory): Promise<Session> =>
  typeof of === 'string' ? told[of] : await of(told)
