import { Elysia, status } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { ALL_SCOPES } from '../../shared/wire/identity.ts'
import { Approval, LockChange, LockDevice, MachineLock, Pairing } from '../../shared/wire/lock.ts'
import { identity } from '../auth/identity.ts'
import type { Principal } from '../auth/principal.ts'
import type { Lock } from './lock.ts'
import { mayTurn } from './may-turn.ts'

const onePending = Type.Object({ pending: Type.String({ minLength: 1, maxLength: 64 }) })
const oneKey = Type.Object({ key: Type.String({ minLength: 1, maxLength: 64 }) })

/** On the machine itself no code is asked for: who stands there sees what waits. */
const approver = (principal: Principal) =>
  principal.kind === 'local'
    ? { scopes: ALL_SCOPES, needsCode: false }
    : { scopes: principal.scopes, needsCode: true }

/** Which devices this machine lets in. */
export const lockRoutes = ({ lock }: { lock: Lock }) =>
  new Elysia({ name: 'lock', prefix: '/v1/lock' })
    .use(identity)
    .get('/', () => lock.status(), { response: answers(200, MachineLock) })
    .put(
      '/',
      ({ body, principal }) => {
        const may = mayTurn(lock, principal, body.on)
        if (!may.ok) return refusal(may.error)
        lock.setOn(body.on)
        return lock.status()
      },
      { body: LockChange, response: answers(200, MachineLock) },
    )
    .post('/pairing', () => status(201, lock.newPairing()), { response: answers(201, Pairing) })
    .delete(
      '/devices/:key',
      ({ params, principal }) =>
        answer(lock.remove(params.key, { keepApprover: principal.kind !== 'local' })),
      { params: oneKey, response: answers(200, Type.Object({ removed: Type.String() })) },
    )
    .post(
      '/pending/:pending/approval',
      ({ params, body, principal }) => answer(lock.approve(params.pending, body, approver(principal))),
      { params: onePending, body: Approval, response: answers(200, LockDevice) },
    )
    .delete('/pending/:pending', ({ params }) => answer(lock.deny(params.pending)), {
      params: onePending,
      response: answers(200, Type.Object({ refused: Type.String() })),
    })
