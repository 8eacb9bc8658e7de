import { type DrivenSession, stopWords } from '../driven-session.ts'
import { check, lacks, pass, type Scenario } from '../scenario.ts'

export const fileWritten: Scenario = {
  id: 'file',
  title: 'A file written, with its diff',
  async run({ open, file, path }) {
    const session = await open()
    const { seq } = await session.prompt(`[[write ${path('poem.txt')} the heron stands]]`)
    const ask = await session.permission()
    const inAsk = hasDiff(ask.permission.toolCall.content)
    await session.choose(ask, 'allow_once')
    const result = await session.result(seq)
    check(result.stopReason === 'end_turn', `the turn ended ${stopWords(result)}`)
    check(file('poem.txt')?.trim() === 'the heron stands', `the file holds: ${file('poem.txt')}`)
    return inAsk || inLog(session) ? pass : lacks('no_diff')
  },
}

type Content = Extract<
  ReturnType<DrivenSession['view']['now']>['events'][number],
  { type: 'tool_call' }
>['content']

const hasDiff = (content: Content): boolean =>
  content?.some(
    (block) =>
      block.type === 'diff' && typeof block.new === 'string' && block.new.includes('the heron stands'),
  ) ?? false

const inLog = (session: DrivenSession): boolean =>
  session.view.now().events.some((event) => event.type === 'tool_call' && hasDiff(event.content))
