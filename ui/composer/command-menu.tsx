import { cleanLabel } from '../../shared/untrusted.ts'
import type { AgentCommand } from '../../shared/wire/control.ts'
import { t } from '../locale/t.ts'
import { classes } from '../parts/classes.ts'

export interface CommandMenuProps {
  id: string
  commands: readonly AgentCommand[]
  current: number
  onChoose: (command: AgentCommand) => void
}

/** The list above the composer. The focus stays in the text; the list only follows it. */
export function CommandMenu({ id, commands, current, onChoose }: CommandMenuProps) {
  return (
    <div id={id} class="commands" role="listbox" aria-label={t('composer.commands')}>
      {commands.map((command, place) => (
        // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the text field points here
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys
        <div
          key={command.name}
          id={`${id}-${place}`}
          class={classes('command', place === current && 'command-current')}
          role="option"
          aria-selected={place === current}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(command)}
        >
          <span class="command-name">/{cleanLabel(command.name)}</span>
          {command.hint && <span class="command-hint">{cleanLabel(command.hint)}</span>}
          <span class="command-about">{cleanLabel(command.description)}</span>
        </div>
      ))}
    </div>
  )
}
