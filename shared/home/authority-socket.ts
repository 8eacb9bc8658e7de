import { join } from 'node:path'

/** Where an authority is asked something on its own host, while it runs. */
export const hostSocket = (home: string): string => join(home, 'authority', 'host.sock')
