import { useState } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmSheet } from '../parts/confirm-sheet.tsx'
import { TextField } from '../parts/field.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { refusedWords, type SettingProps } from './setting-form.tsx'
import { settingHelp, settingLabel, sourceWords } from './setting-words.ts'

/** A secret: written, replaced and cleared, and never read. */
export function SecretSetting({ setting, onChange }: SettingProps) {
  const { name, isSet, from } = setting
  const attempt = useAttempt()
  const [typed, setTyped] = useState<string | null>(null)
  const [isClearing, setClearing] = useState(false)
  const label = settingLabel(name)
  const write = async (value: string): Promise<void> => {
    if (await attempt.run(() => onChange({ [name]: value }))) setTyped(null)
  }
  return (
    <form
      class="admin-setting"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed) void write(typed)
      }}
    >
      {typed === null ? (
        <div class="field">
          <span class="field-label">
            {label}
            <span class="field-note">{isSet ? t('set.is_set') : t('set.is_not_set')}</span>
          </span>
          <p class="field-help">{settingHelp(name)}</p>
        </div>
      ) : (
        <TextField
          label={label}
          type="password"
          autocomplete="new-password"
          help={settingHelp(name)}
          value={typed}
          onInput={setTyped}
          error={attempt.refused ? refusedWords(attempt.refused, setting) : undefined}
          focused
        />
      )}
      <p class="admin-source">{sourceWords(setting)}</p>
      {from !== 'environment' && typed === null && (
        <div class="section-acts">
          <Button onPress={() => setTyped('')}>{isSet ? t('set.replace') : t('set.set')}</Button>
          {isSet && <Button onPress={() => setClearing(true)}>{t('set.clear')}</Button>}
        </div>
      )}
      {typed !== null && (
        <div class="section-acts">
          <Button look="ink" submit busy={attempt.busy} disabled={typed === ''}>
            {t('admin.save')}
          </Button>
          <Button onPress={() => setTyped(null)}>{t('part.cancel')}</Button>
        </div>
      )}
      {isClearing && (
        <ConfirmSheet
          title={t('set.clear_title', { setting: label })}
          act={t('set.clear')}
          onAct={() => onChange({ [name]: null })}
          onClose={() => setClearing(false)}
        >
          <p>{t('set.clear_words')}</p>
        </ConfirmSheet>
      )}
    </form>
  )
}
