/** Directive → what does it. */
import type { Directive } from './directives.ts'
import { addOddity } from './oddities.ts'
import { goOn, type Outcome } from './outcome.ts'
import { askQuestion } from './question.ts'
import { runCommand } from './run-command.ts'
import { echo, help, plan, recall, sendUsage, speak, think, title, words } from './speech.ts'
import { announceBackground, flood, garbage, hang } from './trouble.ts'
import type { Turn } from './turn.ts'
import { useTool } from './use-tool.ts'
import { writeFile } from './write-file.ts'

export async function perform(turn: Turn, directive: Directive): Promise<Outcome> {
  if (turn.session.controls.verbose) await think(turn, `Now: ${directive.do}`)
  switch (directive.do) {
    case 'run':
      return runCommand(turn, directive.command)
    case 'write':
      return writeFile(turn, directive.path, directive.text)
    case 'tool':
      return useTool(turn, directive.name, directive.input)
    case 'error':
      return { kind: 'fail', code: -32603, message: directive.text }
    case 'crash':
      turn.agent.process.crash()
      return goOn
    default:
      await say(turn, directive)
      return goOn
  }
}

type Simple = Exclude<Directive, { do: 'run' | 'write' | 'tool' | 'error' | 'crash' }>

async function say(turn: Turn, directive: Simple): Promise<void> {
  switch (directive.do) {
    case 'echo':
      return echo(turn, directive.text)
    case 'say':
      return speak(turn, [directive.text])
    case 'unclear':
      return speak(turn, [`I could not follow that. I expected ${directive.text}`])
    case 'think':
      return think(turn, directive.text)
    case 'title':
      return title(turn, directive.text)
    case 'recall':
      return recall(turn)
    case 'help':
      return help(turn)
    case 'words':
      return words(turn, directive.count, directive.everyMs)
    case 'plan':
      return plan(turn, directive.steps)
    case 'usage':
      turn.usage = directive
      if (!turn.oddities.has('usage-after-result')) await sendUsage(turn)
      break
    case 'ask':
      return askQuestion(turn, directive.question, directive.options)
    case 'background':
      return announceBackground(turn, directive.ms)
    case 'hang':
      return hang(turn)
    case 'garbage':
      return garbage(turn, directive.lines)
    case 'flood':
      return flood(turn, directive.megabytes)
    case 'ignore-cancel':
      turn.ignoreCancel = true
      break
    case 'ignore-sigterm':
      turn.agent.process.ignoreSignals()
      break
    case 'oddity':
      addOddity(turn, directive.name)
  }
}
