import { type Opened, openSqlite } from '../../shared/sqlite/open.ts'
import { migrations } from './migrate.ts'

/** FULL: a revocation that was answered holds, also after a power cut. */
export const openDatabase = (path: string): Opened => openSqlite(path, { migrations, synchronous: 'FULL' })
