import { useState } from 'preact/hooks'
import type { Machine } from '../../shared/wire/machine.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmSheet } from '../parts/confirm-sheet.tsx'
import type { Machines } from '../state/machines.ts'

/** Whether commands may come from elsewhere: a shell as the machine's owner. */
export function ChatSection({ machines, machine }: { machines: Machines; machine: Machine }) {
  const [asked, setAsked] = useState(false)
  const { label, remoteChat } = machine
  return (
    <>
      <p class="section-words">
        {remoteChat ? t('chat.on', { machine: label }) : t('chat.off', { machine: label })}
      </p>
      {machine.owned && (
        <div class="section-acts">
          <Button look={remoteChat ? 'plain' : 'ink'} onPress={() => setAsked(true)}>
            {remoteChat ? t('chat.turn_off') : t('chat.turn_on')}
          </Button>
        </div>
      )}
      {asked && (
        <ConfirmSheet
          title={
            remoteChat ? t('chat.off_title', { machine: label }) : t('chat.on_title', { machine: label })
          }
          act={remoteChat ? t('chat.turn_off') : t('chat.turn_on')}
          onAct={() => machines.change(machine.id, { remoteChat: !remoteChat })}
          onClose={() => setAsked(false)}
        >
          <p>{remoteChat ? t('chat.off_words') : t('chat.on_words', { machine: label })}</p>
        </ConfirmSheet>
      )}
    </>
  )
}
