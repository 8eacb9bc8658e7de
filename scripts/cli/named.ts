import { CliError, usageError } from './cli-error.ts'

/** The one that is meant by an id or a name. Names may be there twice: then only the id says which. */
export function named<T extends { id: string; name: string }>(
  what: 'preset' | 'system',
  list: readonly T[],
  given: string | undefined,
): T {
  if (given === undefined) throw usageError(`which ${what}?`)
  const byId = list.find(({ id }) => id === given)
  if (byId) return byId
  const [one, another] = list.filter(({ name }) => name === given)
  if (!one) throw new CliError(`${what}_not_found`, `there is no ${what} ${given} on this machine`)
  if (another) throw usageError(`several are called ${given}: give its id`)
  return one
}
