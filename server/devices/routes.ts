import { Elysia, status } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { Device, NewDevice } from '../../shared/wire/identity.ts'
import { signedIn } from '../auth/identity.ts'
import type { Rates } from '../throttle/rates.ts'
import type { Devices } from './devices.ts'

export const deviceRoutes = ({ devices, rates }: { devices: Devices; rates: Rates }) =>
  new Elysia({ name: 'devices', prefix: '/v1/devices' })
    .use(signedIn)
    .get('/', ({ who }) => devices.list(who), { response: answers(200, Type.Array(Device)) })
    .post(
      '/',
      ({ who, body }) => {
        const allowed = rates('devices', who.user.id)
        if (!allowed.ok) return refusal(allowed.error)
        const done = devices.register(who, body)
        return done.ok ? status(201, done.value) : refusal(done.error)
      },
      { body: NewDevice, response: answers(201, Device) },
    )
    .delete(
      '/:device',
      ({ who, params }) => {
        const allowed = rates('devices', who.user.id)
        return answer(allowed.ok ? devices.retire(who, params.device) : allowed)
      },
      {
        params: Type.Object({ device: Type.String({ maxLength: 64 }) }),
        response: answers(200, Type.Object({ retired: Type.String() })),
      },
    )
