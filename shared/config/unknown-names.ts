/** Names that look like settings and are none: most often a slip of the pen. */
import type { Environment } from './setting.ts'

/** Settings of every role: one environment serves all of them, so none calls another's unknown. */
export const roleNames: readonly string[] = [
  'FAIRLEAD_ALLOW_PLAIN_HTTP',
  'FAIRLEAD_HOME',
  'FAIRLEAD_HOST',
  'FAIRLEAD_LOG',
  'FAIRLEAD_MACHINE_LIMIT',
  'FAIRLEAD_ORIGIN',
  'FAIRLEAD_PORT',
  'FAIRLEAD_REGISTRATION',
  'FAIRLEAD_REGISTRATION_DOMAINS',
  'FAIRLEAD_RELAY_URL',
  'FAIRLEAD_ROLE',
  'FAIRLEAD_SMTP_FROM',
  'FAIRLEAD_SMTP_HOST',
  'FAIRLEAD_SMTP_PASSWORD',
  'FAIRLEAD_SMTP_PORT',
  'FAIRLEAD_SMTP_TLS',
  'FAIRLEAD_SMTP_USER',
  'FAIRLEAD_TRUSTED_PROXY_HOPS',
]

/** One sentence a name, without its value, with the name that was meant where one is near. */
export function unknownNames(env: Environment, known: readonly string[]): string[] {
  const all = [...new Set([...roleNames, ...known])]
  const unknown = Object.keys(env).filter((name) => name.startsWith('FAIRLEAD_') && !all.includes(name))
  return unknown.sort().map((name) => {
    const near = all.find((candidate) => isNear(name, candidate))
    return `${name} is not a setting${near === undefined ? '' : `; did you mean ${near}?`}`
  })
}

/** At most two characters added, dropped or changed. */
function isNear(name: string, candidate: string): boolean {
  let above = Array.from({ length: candidate.length + 1 }, (_, column) => column)
  for (let row = 1; row <= name.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= candidate.length; column += 1) {
      const changed = name[row - 1] === candidate[column - 1] ? 0 : 1
      const cost = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + changed,
      )
      current.push(cost)
    }
    above = current
  }
  return (above.at(-1) ?? 0) <= 2
}
