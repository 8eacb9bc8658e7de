import { unwrap } from '../api/unwrap.ts'
import { t } from '../locale/t.ts'
import { Field } from '../parts/field.tsx'
import { useRead } from '../parts/use-read.ts'
import type { MachineLink } from '../state/machine.ts'
import { homeDirectory } from './starting-choice.ts'

export interface DirectoryFieldProps {
  link: MachineLink
  value: string
  /** Where sessions were started before, newest first. */
  recent: readonly string[]
  onChange: (path: string) => void
  error: string | undefined
}

/** Where the agent works: typed, or one of those used before. */
export function DirectoryField({ link, value, recent, onChange, error }: DirectoryFieldProps) {
  const status = useRead(() => unwrap(link.daemon.v1.status.get()), [link, link.circuit.state.value.is])
  const home = status.is === 'ready' ? homeDirectory(status.value.daemon.home) : null
  const offered = [...new Set([...recent, ...(home === null ? [] : [home])])].filter((path) => path !== value)
  const isRelative = value !== '' && !value.startsWith('/')
  return (
    <div class="directory">
      <Field
        label={t('new.directory')}
        help={t('new.directory_help')}
        error={isRelative ? t('new.directory_relative') : error}
      >
        {(ties) => (
          <input
            {...ties}
            class="input machine-words"
            name="directory"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            placeholder="/home/ada/project"
            value={value}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
      {offered.length > 0 && (
        <ul class="offered" aria-label={t('new.directory_recent')}>
          {offered.map((path) => (
            <li key={path}>
              <button type="button" class="offer" onClick={() => onChange(path)}>
                {path}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
