import { join } from 'node:path'

/** Where an agent is installed in a daemon's home: one folder each, whole or not there. */
export const installFolder = (home: string, agent: string): string => join(home, 'agents', agent)

export const installedModules = (home: string, agent: string): string =>
  join(installFolder(home, agent), 'node_modules')
