/** Checks for what came from outside: a value is looked at before it is used, never cast. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const field = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

export function textField(value: unknown, name: string): string | undefined {
  const found = field(value, name)
  return typeof found === 'string' ? found : undefined
}

export function listField(value: unknown, name: string): unknown[] {
  const found = field(value, name)
  return Array.isArray(found) ? found : []
}

/** The code of a failed system call, or undefined for any other error. */
export const systemCode = (error: unknown): string | undefined => textField(error, 'code')
