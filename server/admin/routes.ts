import { Elysia } from 'elysia'
import type { Records } from '../audit/pages.ts'
import type { AdminMachines } from '../machines/admin-machines.ts'
import type { AuthorityCare } from './authority-care.ts'
import { adminAuthorityRoutes } from './authority-routes.ts'
import { adminMachineRoutes } from './machine-routes.ts'
import type { MayChange } from './may-change.ts'
import { adminUserRoutes } from './user-routes.ts'
import type { AdminUsers } from './users.ts'

export interface AdminRouteDeps {
  adminUsers: AdminUsers
  adminMachines: AdminMachines
  care: AuthorityCare
  records: Records
  mayChange: MayChange
}

/** What is for whoever runs the authority. */
export const adminRoutes = (deps: AdminRouteDeps) =>
  new Elysia({ name: 'admin' })
    .use(adminUserRoutes(deps))
    .use(adminMachineRoutes(deps))
    .use(adminAuthorityRoutes(deps))
