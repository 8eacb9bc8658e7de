import { Elysia, status } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import {
  MadeProvisioningKey,
  MailState,
  ProvisioningKey,
  RelayState,
  Settings,
  SettingsChange,
  SigningKeys,
} from '../../shared/wire/admin.ts'
import { AuditPage, CircuitPage, PageQuery } from '../../shared/wire/audit.ts'
import { Sent } from '../../shared/wire/recovery.ts'
import type { Records } from '../audit/pages.ts'
import { administering } from '../auth/identity.ts'
import type { AuthorityCare } from './authority-care.ts'
import type { MayChange } from './may-change.ts'

export interface AuthorityRouteDeps {
  care: AuthorityCare
  records: Records
  mayChange: MayChange
}

export const adminAuthorityRoutes = (deps: AuthorityRouteDeps) =>
  new Elysia({ name: 'admin-authority' })
    .use(settingRoutes(deps))
    .use(keyRoutes(deps))
    .use(recordRoutes(deps))

const settingRoutes = ({ care, mayChange }: AuthorityRouteDeps) =>
  new Elysia({ name: 'admin-settings', prefix: '/v1/admin' })
    .use(administering)
    .get('/settings', () => ({ settings: care.settings() }), { response: answers(200, Settings) })
    .patch(
      '/settings',
      ({ who, body }) => {
        const may = mayChange(who)
        const done = may.ok ? care.changeSettings(who, body) : may
        return done.ok ? { settings: done.value } : refusal(done.error)
      },
      { body: SettingsChange, response: answers(200, Settings) },
    )
    .get('/mail', () => care.mail(), { response: answers(200, MailState) })
    .post(
      '/mail/test',
      async ({ who }) => {
        const may = mayChange(who)
        return answer(may.ok ? await care.testMail(who) : may)
      },
      { response: answers(200, Sent) },
    )

const keyRoutes = ({ care, mayChange }: AuthorityRouteDeps) =>
  new Elysia({ name: 'admin-keys', prefix: '/v1/admin' })
    .use(administering)
    .get('/signing-keys', () => care.signingKeys(), { response: answers(200, SigningKeys) })
    .post(
      '/signing-keys',
      ({ who }) => {
        const may = mayChange(who)
        return may.ok ? care.rotateKeys(who) : refusal(may.error)
      },
      { response: answers(200, SigningKeys) },
    )
    .get('/provisioning-key', () => care.provisioningKey(), { response: answers(200, ProvisioningKey) })
    .post(
      '/provisioning-key',
      ({ who }) => {
        const may = mayChange(who)
        return may.ok ? status(201, care.makeProvisioningKey(who)) : refusal(may.error)
      },
      { response: answers(201, MadeProvisioningKey) },
    )
    .delete(
      '/provisioning-key',
      ({ who }) => {
        const may = mayChange(who)
        return may.ok ? care.endProvisioningKey(who) : refusal(may.error)
      },
      { response: answers(200, Type.Object({ ended: Type.Boolean() })) },
    )

const recordRoutes = ({ care, records }: AuthorityRouteDeps) =>
  new Elysia({ name: 'admin-records', prefix: '/v1/admin' })
    .use(administering)
    .get('/audit', ({ query }) => records.all(query), {
      query: PageQuery,
      response: answers(200, AuditPage),
    })
    .get('/circuits', ({ query }) => records.allCircuits(query), {
      query: PageQuery,
      response: answers(200, CircuitPage),
    })
    .get('/relay', () => care.relay(), { response: answers(200, RelayState) })
