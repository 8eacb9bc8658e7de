/** Counts of tokens that look right: four characters are one. */
import type { Step, Usage } from './reply.ts'

const CHARS_PER_TOKEN = 4

export const bodyTokens = (body: unknown): number =>
  Math.ceil((JSON.stringify(body) ?? '').length / CHARS_PER_TOKEN)

export const usageOf = (body: unknown, steps: readonly Step[]): Usage => ({
  input: bodyTokens(body),
  output: Math.max(1, Math.ceil(steps.reduce((sum, step) => sum + chars(step), 0) / CHARS_PER_TOKEN)),
})

function chars(step: Step): number {
  if (step.do === 'text' || step.do === 'think') return step.text.length
  return step.do === 'call' ? JSON.stringify(step.call.input).length : 0
}
