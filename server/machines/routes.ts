import { Elysia, status } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import {
  EnrollmentCode,
  Machine,
  MachineChange,
  NewMachine,
  RegisteredMachine,
} from '../../shared/wire/machine.ts'
import { calling, signedIn } from '../auth/identity.ts'
import type { Rates } from '../throttle/rates.ts'
import type { Machines } from './machines.ts'

const one = Type.Object({ machine: Type.String({ minLength: 1, maxLength: 64 }) })

interface MachineRouteDeps {
  machines: Machines
  rates: Rates
}

export const machineRoutes = (deps: MachineRouteDeps) =>
  new Elysia({ name: 'machines' }).use(callerRoutes(deps)).use(ownerRoutes(deps))

/** What a script may ask too. */
const callerRoutes = ({ machines, rates }: MachineRouteDeps) =>
  new Elysia({ name: 'machines-called', prefix: '/v1/machines' })
    .use(calling)
    .get('/', ({ who }) => machines.list(who), { response: answers(200, Type.Array(Machine)) })
    .post(
      '/',
      ({ who, body }) => {
        const allowed = rates('machines', who.user.id)
        const done = allowed.ok ? machines.register(who, body.label) : allowed
        return done.ok ? status(201, done.value) : refusal(done.error)
      },
      { body: NewMachine, response: answers(201, RegisteredMachine) },
    )
    .patch(
      '/:machine',
      ({ who, params, body }) => {
        const allowed = rates('machines', who.user.id)
        return answer(allowed.ok ? machines.change(who, params.machine, body) : allowed)
      },
      { params: one, body: MachineChange, response: answers(200, Machine) },
    )
    .post(
      '/:machine/enrollment-codes',
      ({ who, params }) => {
        const allowed = rates('machines', who.user.id)
        const done = allowed.ok ? machines.mintCode(who, params.machine) : allowed
        return done.ok ? status(201, done.value) : refusal(done.error)
      },
      { params: one, response: answers(201, EnrollmentCode) },
    )

const ownerRoutes = ({ machines, rates }: MachineRouteDeps) =>
  new Elysia({ name: 'machines-owned', prefix: '/v1/machines' }).use(signedIn).delete(
    '/:machine',
    ({ who, params }) => {
      const allowed = rates('machines', who.user.id)
      return answer(allowed.ok ? machines.revoke(who, params.machine) : allowed)
    },
    { params: one, response: answers(200, Type.Object({ revoked: Type.String() })) },
  )
