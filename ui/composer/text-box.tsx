import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { AgentCommand } from '../../shared/wire/control.ts'
import { t } from '../locale/t.ts'
import { CommandMenu } from './command-menu.tsx'
import { AT_TYPED, leavesText, walked } from './input-history.ts'
import { chosenText, matchingCommands } from './slash-commands.ts'

export interface TextBoxProps {
  text: string
  onText: (text: string) => void
  placeholder: string
  commands: readonly AgentCommand[]
  /** What was sent before, newest first. */
  history: readonly string[]
  sendOnEnter: boolean
  onSend: () => void
  describedBy?: string
}

/** The field of a composer: grows with its text, walks the history, offers the agent's commands. */
export function TextBox(props: TextBoxProps) {
  const { text, onText, placeholder, commands, history, sendOnEnter, onSend, describedBy } = props
  const id = useId()
  const box = useRef<HTMLTextAreaElement | null>(null)
  const [place, setPlace] = useState(AT_TYPED)
  const [current, setCurrent] = useState(0)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const offered = dismissed === text ? [] : (matchingCommands(text, commands) ?? [])
  const open = offered.length > 0
  useGrowth(box, text)

  const choose = (command: AgentCommand): void => {
    onText(chosenText(command))
    box.current?.focus()
  }
  const type = (value: string): void => {
    setPlace(AT_TYPED)
    setCurrent(0)
    setDismissed(null)
    onText(value)
  }
  const walk = (event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }, step: 1 | -1): void => {
    const { selectionStart, selectionEnd } = event.currentTarget
    if (!leavesText(text, selectionStart, selectionEnd, step)) return
    const next = walked(history, place, text, step)
    if (!next) return
    event.preventDefault()
    setPlace(next.place)
    onText(next.text)
  }
  const onMenuKey = (event: KeyboardEvent): boolean => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const command = offered[current]
    if (step !== 0) setCurrent((current + step + offered.length) % offered.length)
    else if (event.key === 'Escape') setDismissed(text)
    else if ((event.key === 'Enter' || event.key === 'Tab') && command) choose(command)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const onKey = (event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }): void => {
    // Enter that ends a composition (Chinese, Japanese, Korean) belongs to the input method.
    if (event.isComposing || event.keyCode === 229) return
    if (open && onMenuKey(event)) return
    if (event.key === 'ArrowUp') return walk(event, 1)
    if (event.key === 'ArrowDown' && place.back > 0) return walk(event, -1)
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return
    if (!sendOnEnter && !event.metaKey && !event.ctrlKey) return
    event.preventDefault()
    onSend()
  }

  return (
    <>
      {open && <CommandMenu id={id} commands={offered} current={current} onChoose={choose} />}
      <textarea
        ref={box}
        class="composer-text"
        rows={1}
        dir="auto"
        value={text}
        placeholder={placeholder}
        aria-label={t('composer.label')}
        aria-describedby={describedBy}
        aria-autocomplete="list"
        aria-controls={open ? id : undefined}
        aria-activedescendant={open ? `${id}-${current}` : undefined}
        enterkeyhint={sendOnEnter ? 'send' : 'enter'}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={onKey}
      />
    </>
  )
}

/** As high as its text; the sheet of styles says where that ends. */
function useGrowth(box: { current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    element.style.blockSize = 'auto'
    element.style.blockSize = `${element.scrollHeight}px`
  }, [box, text])
}
