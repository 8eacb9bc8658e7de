import { showInvisible } from '../../shared/untrusted.ts'
import { shortOf } from '../../shared/wire/text.ts'
import type { ToolCallFields } from '../../shared/wire/tool-call.ts'
import { t } from '../locale/t.ts'
import { Diff } from '../transcript/diff.tsx'
import { Fold } from '../transcript/fold.tsx'
import { type ReadableInput, readableInput } from '../transcript/readable-input.ts'
import { invisibleCount } from './visible-parts.ts'
import { VisibleText } from './visible-text.tsx'

/** What is to be allowed, whole: the command, the change, and whatever else the agent gave. */
export function PermissionView({ call }: { call: ToolCallFields }) {
  const input = readableInput(call)
  const content = call.content ?? []
  const diffs = content.filter((part) => part.type === 'diff')
  const others = content.filter((part) => part.type !== 'diff')
  const places = diffs.length === 0 && input?.kind !== 'command' ? (call.locations ?? []) : []
  return (
    <div class="permission">
      {input?.kind === 'command' && <Command input={input} />}
      {places.map(({ path, line }) => (
        <p key={`${path}:${line}`} class="permission-place">
          <VisibleText text={line === undefined ? path : `${path}:${line}`} />
        </p>
      ))}
      {diffs.map((part) => (
        <Diff key={part.path} path={part.path} old={part.old} new={part.new} />
      ))}
      {input?.kind === 'input' &&
        (diffs.length > 0 ? <MoreInput input={input} /> : <Judged text={shortOf(input.text)} />)}
      {others.map((part, place) => (
        <Judged key={place} text={shortOf(part.type === 'text' ? part.text : part.json)} />
      ))}
    </div>
  )
}

function Command({ input }: { input: ReadableInput }) {
  return (
    <>
      <Judged text={shortOf(input.text)} name="command" />
      {input.cwd && <p class="permission-place">{t('ask.directory', { cwd: showInvisible(input.cwd) })}</p>}
      {input.rest && <Judged text={input.rest} name="rest" />}
    </>
  )
}

/** Beside a diff the input says the same in another way: one tap away. */
function MoreInput({ input }: { input: ReadableInput }) {
  return <Fold summary={t('ask.input')}>{() => <Judged text={shortOf(input.text)} />}</Fold>
}

function Judged({ text, name = 'input' }: { text: string; name?: 'command' | 'input' | 'rest' }) {
  const hidden = invisibleCount(text)
  return (
    <>
      <pre class={`judged judged-${name}`}>
        <VisibleText text={text} />
      </pre>
      {hidden > 0 && <p class="permission-hidden">{t('ask.hidden', { count: hidden })}</p>}
    </>
  )
}
