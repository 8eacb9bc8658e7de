import { t } from '../locale/t.ts'
import { Records } from '../records/records.tsx'
import { useAdmin } from './use-admin.ts'

/** Everything that was written down, of everybody. */
export function RecordsSection() {
  const admin = useAdmin()
  return (
    <>
      <p class="section-words">{t('records.all_words')}</p>
      <Records acts={admin.acts} circuits={admin.circuits} machine={null} />
    </>
  )
}
