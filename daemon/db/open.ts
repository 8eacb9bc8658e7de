import { type Opened, openSqlite } from '../../shared/sqlite/open.ts'
import { migrations } from './migrate.ts'

/** NORMAL: a power cut that loses the last transactions also ends the agents that would contradict the loss. */
export const openDatabase = (path: string): Opened => openSqlite(path, { migrations, synchronous: 'NORMAL' })
