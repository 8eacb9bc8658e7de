import { expect, test } from 'bun:test'
import { scriptFor } from './completion-scripts.ts'

const words = [
  { name: 'run', summary: 'Run it.', flags: ['agent', 'json'] },
  { name: 'new', summary: 'New.', flags: ['json'] },
]

test('bash completes verbs first and then the flags of the verb', async () => {
  const ask = (line: string[], at: number) =>
    `COMP_WORDS=(${line.map((word) => `"${word}"`).join(' ')}); COMP_CWORD=${at}; _fairlead; echo "\${COMPREPLY[*]}"`
  const script = `${scriptFor('bash', words)}${ask(['fairlead', ''], 1)}\n${ask(['fairlead', 'run', '--a'], 2)}`
  const shell = Bun.spawn(['bash', '-c', script], { stdout: 'pipe', stderr: 'pipe' })
  expect(await new Response(shell.stderr).text()).toBe('')
  expect(await new Response(shell.stdout).text()).toBe('run new\n--agent\n')
})

test('fish and zsh get every verb', () => {
  for (const shell of ['fish', 'zsh'] as const) expect(scriptFor(shell, words)).toContain('run')
})
